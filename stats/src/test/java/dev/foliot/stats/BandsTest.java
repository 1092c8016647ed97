package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link Bands} and its parts; {@link BandsCalibration} prints its success rates. */
class BandsTest {
  private static final double LEVEL = 0.005;

  @ParameterizedTest
  @CsvSource({"20, 10, 1", "40, 10, 4", "40, 10, 0.25", "96, 12, 1", "300, 20, 2", "3000, 375, 3"})
  void shouldFindTwoBandsAndPlaceTheNodes(int n, int small, double ratio) {
    FleetDraw fleet = FleetDraw.bands(new SplittableRandom(n), n, small, ratio, 7);
    Bands.Result result = find(fleet.values());
    assertThat(result.parts()).isEqualTo(2);
    assertThat(result.mixture().parts()).isEqualTo(2);
    assertThat(result.pTwo()).isLessThanOrEqualTo(LEVEL);
    assertThat(result.separation()).isBetween(4.0, 10.0);
    assertThat(result.boundaries()).hasSize(1);
    assertThat(fleet.right(result.partOf())).isGreaterThan(0.97);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 12, 20, 50, 100, 700})
  void shouldFindOneBandInNormalNodes(int n) {
    SplittableRandom random = new SplittableRandom(n);
    Bands.Result result = find(FleetDraw.normal(random, n));
    assertThat(result.parts()).isEqualTo(1);
    assertThat(result.separation()).isNaN();
    assertThat(result.boundaries()).isEmpty();
    assertThat(result.partOf()).containsOnly(0);
    assertThat(result.mixture().means()[0]).isCloseTo(0, within(1.5));
  }

  @ParameterizedTest
  @CsvSource({"30, 1", "100, 1", "1000, 1", "10000, 0.5"})
  void shouldFindOneBandInSkewedNodes(int n, double sigma) {
    SplittableRandom random = new SplittableRandom(n);
    assertThat(find(FleetDraw.lognormal(random, n, sigma)).parts()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 100, 1000, 10_000})
  void shouldFindOneBandInHeavyTails(int n) {
    SplittableRandom random = new SplittableRandom(n);
    assertThat(find(FleetDraw.student(random, n, 3)).parts()).isEqualTo(1);
  }

  @Test
  void shouldFindThreeBands() {
    double[] values = new double[120];
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextGaussian() + (i < 20 ? 0 : i < 70 ? 7 : 16);
    }
    Bands.Result result = find(values);
    assertThat(result.parts()).isEqualTo(3);
    assertThat(result.boundaries()).isSorted().hasSize(2);
    assertThat(result.pThree()).isLessThanOrEqualTo(LEVEL);
    int[] partOf = result.partOf();
    for (int i = 0; i < values.length; i++) {
      assertThat(partOf[i]).isEqualTo(i < 20 ? 0 : i < 70 ? 1 : 2);
      assertThat(result.place(values[i])).isEqualTo(partOf[i]);
    }
  }

  @Test
  void shouldNotCutAWideAndSkewedUpperBandInTwo() {
    SplittableRandom random = new SplittableRandom(14);
    double[] values = new double[200];
    for (int i = 0; i < values.length; i++) {
      values[i] = i < 25 ? random.nextGaussian() / 4 : 4 + Math.exp(0.6 * random.nextGaussian());
    }
    assertThat(find(values).parts()).isEqualTo(2);
  }

  @Test
  void shouldNameOutliersAndLeaveThemOut() {
    double[] values = FleetDraw.normal(new SplittableRandom(5), 60);
    values[7] = 100;
    values[9] = -55;
    Bands.Result result = find(values);
    assertThat(result.parts()).isEqualTo(1);
    assertThat(result.partOf()[7]).isEqualTo(-1);
    assertThat(result.partOf()[9]).isEqualTo(-1);
    assertThat(Arrays.stream(result.partOf()).filter(part -> part < 0)).hasSize(2);
    assertThat(result.mixture().deviations()[0]).isLessThan(2);
  }

  /** Two bands of one size make the quartiles as far apart as they are themselves. */
  @ParameterizedTest
  @CsvSource({"40, 30", "40, -30", "200, 30", "21, 30"})
  void shouldFindBandsBesideASickNode(int n, double sick) {
    FleetDraw fleet = FleetDraw.bands(new SplittableRandom(n), n, n / 2, 1, 10);
    double[] values = Arrays.copyOf(fleet.values(), n + 1);
    values[n] = sick;
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    assertThat(Outlying.inside(sorted)).containsExactly(0, n + 1);
    Bands.Result result = find(values);
    assertThat(result.parts()).isEqualTo(2);
    assertThat(result.pTwo()).isLessThanOrEqualTo(LEVEL);
    assertThat(result.partOf()[n]).isEqualTo(-1);
    assertThat(fleet.right(result.partOf())).isGreaterThan(0.97);
  }

  @Test
  void shouldFindOneBandBesideANodeThatStandsOff() {
    int bands = 0;
    for (int i = 0; i < 100; i++) {
      double[] values = FleetDraw.normal(new SplittableRandom(i), 24);
      values[3] = 7;
      bands += find(values).parts() > 1 ? 1 : 0;
    }
    assertThat(bands).isLessThanOrEqualTo(1);
  }

  @Tag("once")
  @Test
  void shouldSeldomTakeAFlatFleetForBands() {
    int bands = 0;
    for (int i = 0; i < 200; i++) {
      double[] values = new SplittableRandom(i).doubles(30).toArray();
      bands += find(values).parts() > 1 ? 1 : 0;
    }
    assertThat(bands).isLessThanOrEqualTo(2);
  }

  @Test
  void shouldSayNothingOfFewNodes() {
    double[] few = {1, 1.1, 1.2, 9, 9.1, 9.2, 9.3};
    Bands.Result result = find(few);
    assertThat(result.parts()).isEqualTo(1);
    assertThat(result.pTwo()).isEqualTo(1);
    assertThat(find(new double[] {4}).parts()).isEqualTo(1);
  }

  @Test
  void shouldSurviveNodesThatAreTheSame() {
    double[] same = new double[30];
    Arrays.fill(same, 3);
    assertThat(find(same).parts()).isEqualTo(1);
    assertThat(find(same).mixture().deviations()[0]).isPositive();
    for (int i = 0; i < 10; i++) {
      same[i] = 5;
    }
    Bands.Result result = find(same);
    assertThat(result.parts()).isEqualTo(2);
    assertThat(result.mixture().means()).containsExactly(new double[] {3, 5}, within(1e-9));
  }

  @Test
  void shouldNotTakeAGridForBands() {
    SplittableRandom random = new SplittableRandom(6);
    double[] values = new double[100];
    Arrays.setAll(values, i -> Math.rint(50 + 1.2 * random.nextGaussian()));
    assertThat(find(values).parts()).isEqualTo(1);
  }

  @Test
  void shouldNotTakeForBandsWhatTheErrorsExplain() {
    double[] values = {1, 1.01, 1.02, 1.03, 1.04, 1.05, 1.3, 1.31, 1.32, 1.33, 1.34, 1.35};
    double[] errors = new double[values.length];
    assertThat(Bands.find(values, errors, LEVEL, 1).parts()).isEqualTo(2);
    Arrays.fill(errors, 0.3);
    assertThat(Bands.find(values, errors, LEVEL, 1).parts()).isEqualTo(1);
  }

  @Test
  void shouldNotDependOnOrderUnitOrPlace() {
    FleetDraw fleet = FleetDraw.bands(new SplittableRandom(8), 60, 12, 2, 7);
    double[] values = fleet.values();
    Bands.Result result = find(values);
    double[] moved = new double[values.length];
    Arrays.setAll(moved, i -> 1e6 + 4 * values[values.length - 1 - i]);
    Bands.Result again = find(moved);
    assertThat(again.parts()).isEqualTo(result.parts());
    assertThat(again.boundaries()[0]).isCloseTo(1e6 + 4 * result.boundaries()[0], within(1e-3));
    int[] partOf = result.partOf();
    int[] turned = again.partOf();
    for (int i = 0; i < partOf.length; i++) {
      assertThat(turned[partOf.length - 1 - i]).isEqualTo(partOf[i]);
    }
  }

  @Test
  void shouldGiveTheSameForTheSameSeed() {
    double[] values = FleetDraw.lognormal(new SplittableRandom(9), 40, 1);
    assertThat(find(values).pTwo()).isEqualTo(find(values).pTwo());
  }

  @Test
  void shouldRefuseWhatIsNoFleet() {
    assertThatIllegalArgumentException().isThrownBy(() -> find(new double[0]));
    assertThatIllegalArgumentException().isThrownBy(() -> find(new double[] {1, Double.NaN}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Bands.find(new double[2], new double[1], LEVEL, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Bands.find(new double[1], new double[] {-1}, LEVEL, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Bands.find(new double[1], new double[1], 1, 1));
  }

  @Test
  void shouldPeelAtMostTwoASide() {
    double[] sorted = FleetDraw.normal(new SplittableRandom(10), 40);
    Arrays.sort(sorted);
    assertThat(Outlying.inside(sorted)).containsExactly(0, 40);
    sorted[39] = 90;
    sorted[38] = 80;
    sorted[0] = -70;
    assertThat(Outlying.inside(sorted)).containsExactly(1, 38);
    sorted[38] = 90;
    sorted[37] = 90;
    assertThat(Outlying.inside(sorted)[1]).isEqualTo(40);
    double[] few = {0, 1, 2, 3, 4, 5, 6, 30, 31};
    assertThat(Outlying.inside(few)).containsExactly(0, 9);
  }

  /** Of an exponential variable of mean one, the probability is the one itself. */
  @Test
  void shouldTellSmallProbabilitiesFromFewDraws() {
    SplittableRandom random = new SplittableRandom(12);
    double p = TailProbability.of(9, () -> -Math.log(random.nextDouble()), 1e-9, 999);
    assertThat(Math.log10(p)).isCloseTo(Math.log10(Math.exp(-9)), within(1.0));
    assertThat(TailProbability.of(0.5, () -> 1, LEVEL, 99)).isEqualTo(1);
    assertThat(TailProbability.of(5, () -> Double.NEGATIVE_INFINITY, LEVEL, 199)).isLessThan(1e-3);
    assertThat(TailProbability.of(0.1, () -> Double.NEGATIVE_INFINITY, LEVEL, 99))
        .isGreaterThan(LEVEL);
  }

  @Test
  void shouldDrawManyValuesTogetherAndKeepTheirMoments() {
    double[] sorted = FleetDraw.student(new SplittableRandom(13), 20_000, 3);
    Arrays.sort(sorted);
    Sample grouped = Sample.grouped(sorted);
    assertThat(grouped.size()).isLessThanOrEqualTo(Sample.MOST);
    assertThat(grouped.total()).isEqualTo(20_000);
    Sample all = Sample.of(sorted);
    assertThat(grouped.mean(0, grouped.size())).isCloseTo(all.mean(0, 20_000), within(1e-9));
    assertThat(grouped.variance(0, grouped.size()))
        .isCloseTo(all.variance(0, 20_000), within(0.01));
  }

  private static Bands.Result find(double[] values) {
    return Bands.find(values, new double[values.length], LEVEL, 1);
  }
}
