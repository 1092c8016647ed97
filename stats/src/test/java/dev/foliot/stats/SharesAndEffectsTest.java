package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Of {@link BinomialInterval}, {@link PoissonBinomial}, {@link CliffsDelta}, {@link FisherExact},
 * {@link RankCorrelation} and {@link Slopes}.
 */
class SharesAndEffectsTest {
  /** R: binom.test(10, 100)$conf.int; zero of ten is by formula, 1 - 0.025^(1/10). */
  @Test
  void shouldGiveTheExactIntervalOfAShare() {
    double[] tenth = BinomialInterval.of(10, 100, 0.95);
    assertThat(tenth[0]).isCloseTo(0.04900469, within(1e-8));
    assertThat(tenth[1]).isCloseTo(0.17622260, within(1e-8));
    double[] none = BinomialInterval.of(0, 10, 0.95);
    assertThat(none[0]).isZero();
    assertThat(none[1]).isCloseTo(1 - Math.pow(0.025, 0.1), within(1e-12));
    assertThat(BinomialInterval.of(10, 10, 0.95)[1]).isEqualTo(1);
  }

  @Test
  void shouldRefuseAnErrorRateInPlaceOfAConfidence() {
    assertThatIllegalArgumentException().isThrownBy(() -> BinomialInterval.of(1, 10, 0.05));
    assertThatIllegalArgumentException().isThrownBy(() -> BinomialInterval.of(1, 10, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> BinomialInterval.of(11, 10, 0.95));
    assertThatIllegalArgumentException().isThrownBy(() -> BinomialInterval.of(0, 0, 0.95));
  }

  /** By hand, and R: pbinom(3, 10, 0.3). */
  @Test
  void shouldCountTheSuccessesOfUnequalTrials() {
    assertThat(PoissonBinomial.atMost(new double[] {0.1, 0.2, 0.7}, 1))
        .isCloseTo(0.798, within(1e-15));
    double[] equal = new double[10];
    Arrays.fill(equal, 0.3);
    assertThat(PoissonBinomial.atMost(equal, 3)).isCloseTo(0.6496107184, within(1e-12));
    assertThat(PoissonBinomial.atMost(equal, 10)).isEqualTo(1);
    assertThat(PoissonBinomial.atMost(equal, -1)).isZero();
    assertThat(PoissonBinomial.atMost(new double[0], 0)).isEqualTo(1);
    assertThat(PoissonBinomial.atMost(new double[] {1, 1, 0}, 1)).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PoissonBinomial.atMost(new double[] {1.1}, 0));
  }

  @Test
  void shouldCountThePairsForCliffsDelta() {
    assertThat(CliffsDelta.of(new double[] {3, 1, 2}, new double[] {4, 3, 2}))
        .isCloseTo(-5.0 / 9, within(1e-15));
    assertThat(CliffsDelta.of(new double[] {5, 6}, new double[] {1, 2, 3})).isEqualTo(1);
    assertThat(CliffsDelta.of(new double[] {1, 1}, new double[] {1, 1, 1})).isZero();
    assertThat(CliffsDelta.of(new double[] {0.0, -0.0}, new double[] {-0.0, 0.0})).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CliffsDelta.of(new double[0], new double[] {1}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CliffsDelta.of(new double[] {Double.NaN}, new double[] {1}));
  }

  @Test
  void shouldCountAsAllPairsOneByOneDo() {
    long seed = Seeds.fresh("shouldCountAsAllPairsOneByOneDo");
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 100; round++) {
      double[] a = random.ints(1 + round % 17, 0, 9).asDoubleStream().toArray();
      double[] b = random.ints(1 + round % 13, 0, 9).asDoubleStream().toArray();
      double balance = 0;
      for (double x : a) {
        for (double y : b) {
          balance += Math.signum(x - y);
        }
      }
      assertThat(CliffsDelta.of(a, b))
          .as("seed %d", seed)
          .isCloseTo(balance / (a.length * b.length), within(1e-12));
    }
  }

  /** Fisher's lady and her tea, 17 / 35; SciPy: fisher_exact([[1, 9], [11, 3]]). */
  @Test
  void shouldTestTheTeaAsFisherDid() {
    assertThat(FisherExact.pValue(3, 1, 1, 3)).isCloseTo(17.0 / 35, within(1e-12));
    assertThat(FisherExact.pValue(1, 9, 11, 3)).isCloseTo(0.002759456185220083, within(1e-12));
    assertThat(FisherExact.pValue(0, 0, 5, 5)).isEqualTo(1);
    assertThat(FisherExact.pValue(0, 5, 0, 5)).isEqualTo(1);
    assertThat(FisherExact.pValue(1000, 0, 0, 9000)).isPositive().isLessThan(1e-100);
    assertThatIllegalArgumentException().isThrownBy(() -> FisherExact.pValue(-1, 1, 1, 1));
  }

  /** SciPy: spearmanr([1, 2, 3, 4, 5], [5, 6, 7, 8, 7]), with a tie. */
  @Test
  void shouldCorrelateTheRanksAsSciPyDoes() {
    double[] a = {1, 2, 3, 4, 5};
    assertThat(RankCorrelation.spearman(a, new double[] {5, 6, 7, 8, 7}))
        .isCloseTo(0.8207826816681233, within(1e-14));
    assertThat(RankCorrelation.spearman(a, new double[] {1, 8, 27, 64, 125})).isEqualTo(1);
    assertThat(RankCorrelation.spearman(a, new double[] {9, 7, 5, 3, 1})).isEqualTo(-1);
    assertThat(RankCorrelation.spearman(a, new double[] {2, 2, 2, 2, 2})).isZero();
    assertThat(RankCorrelation.spearman(new double[0], new double[0])).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankCorrelation.spearman(a, new double[] {1}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankCorrelation.spearman(new double[] {Double.NaN}, new double[] {1}));
  }

  /** Sen's slope of a line with a fifth of the points anywhere is the line's. */
  @Test
  void shouldFindTheSlopeInSpiteOfWildPoints() {
    double[] x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    double[] y = {3, 5, 7, 900, 11, 13, 15, -700, 19, 21};
    assertThat(Slopes.theilSen(x, y, 1000, 1)).isEqualTo(2);
    assertThat(Slopes.theilSen(x, y, 40, 1)).isEqualTo(2);
    assertThat(Slopes.theilSen(new double[] {4, 4}, new double[] {1, 2}, 10, 1)).isZero();
    assertThat(Slopes.theilSen(new double[0], new double[0], 10, 1)).isZero();
    assertThatIllegalArgumentException().isThrownBy(() -> Slopes.theilSen(x, new double[1], 9, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Slopes.theilSen(x, y, 0, 1));
  }

  @Test
  void shouldDrawPairsByItsSeedAlone() {
    SplittableRandom random = new SplittableRandom(5);
    double[] x = random.doubles(400).toArray();
    double[] y = Arrays.stream(x).map(v -> 3 * v + random.nextDouble()).toArray();
    double drawn = Slopes.theilSen(x, y, 20_000, 7);
    assertThat(Slopes.theilSen(x, y, 20_000, 7)).isEqualTo(drawn);
    assertThat(drawn).isCloseTo(Slopes.theilSen(x, y, 100_000, 0), within(0.1));
  }
}
