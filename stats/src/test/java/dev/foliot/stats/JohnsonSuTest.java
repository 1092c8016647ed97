package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Of {@link JohnsonSu}, {@link JohnsonSuFit} and {@link NelderMead}. */
class JohnsonSuTest {
  private static final double[] NONE = {};

  @Test
  void shouldBeNormalWhereTheSampleIs() {
    double[] normal = evenly(1000, new JohnsonSu(5, 2, 0, 0, 0));
    JohnsonSu fit = JohnsonSu.fit(normal, NONE);
    assertThat(fit.quantile(0.5)).isCloseTo(5, within(0.01));
    assertThat(fit.quantile(0.975)).isCloseTo(5 + 2 * 1.959964, within(0.05));
    assertThat(fit.cdf(7)).isCloseTo(0.8413447, within(0.003));
    assertThat(fit.tail()).isLessThan(0.1);
  }

  /** The lognormal distribution is its limit: nothing is lost against the fit that knows. */
  @Test
  void shouldBeAsLikelyAsTheLognormalItself() {
    SplittableRandom random = new SplittableRandom(11);
    double[] logs = DoubleStream.generate(random::nextGaussian).limit(500).sorted().toArray();
    double mean = Arrays.stream(logs).average().orElseThrow();
    double variance = Arrays.stream(logs).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
    double known = -250 * (Math.log(2 * Math.PI * variance) + 1) - 500 * mean;
    double[] values = Arrays.stream(logs).map(Math::exp).toArray();
    JohnsonSu fit = JohnsonSu.fit(values, NONE);
    assertThat(fit.logLikelihood()).isBetween(known - 0.3, known + 6);
    assertThat(fit.skew()).isGreaterThan(1);
  }

  @Test
  void shouldFindTheParametersThatASampleWasDrawnFrom() {
    JohnsonSu truth = new JohnsonSu(10, 0.5, 0.8, 0.7, 0);
    JohnsonSu fit = JohnsonSu.fit(evenly(2000, truth), NONE);
    for (double share : new double[] {0.01, 0.1, 0.5, 0.9, 0.99}) {
      double at = truth.quantile(share);
      assertThat(fit.cdf(at)).isCloseTo(share, within(0.004));
    }
    assertThat(fit.logLikelihood())
        .isGreaterThanOrEqualTo(truth.logLikelihood(Sample.of(evenly(2000, truth))) - 1e-3);
  }

  @Test
  void shouldCountWhatStandsAtOneValueAsMany() {
    double[] values = {1, 2, 3, 4, 6, 9};
    double[] counts = {1, 3, 4, 2, 1, 1};
    double[] each = {1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 6, 9};
    JohnsonSu counted = JohnsonSu.fit(values, counts);
    JohnsonSu listed = JohnsonSu.fit(each, NONE);
    assertThat(counted.logLikelihood()).isCloseTo(listed.logLikelihood(), within(0.05));
  }

  @Test
  void shouldGiveItsQuantilesBack() {
    for (double skew : new double[] {-4, -1, 0, 2}) {
      for (double tail : new double[] {0, 1e-3, 0.4, 1.1}) {
        JohnsonSu su = new JohnsonSu(3, 2, skew, tail, 0);
        for (double p : new double[] {0.001, 0.3, 0.5, 0.999}) {
          assertThat(su.cdf(su.quantile(p))).isCloseTo(p, within(1e-9));
        }
      }
    }
  }

  /** The derivative of the cdf, summed up. */
  @Test
  void shouldHaveTheDensityOfItsDistribution() {
    JohnsonSu su = new JohnsonSu(3, 2, -0.7, 0.9, 0);
    for (double x : new double[] {-20, -3, 2, 3, 4.5, 9}) {
      double density = (su.cdf(x + 1e-5) - su.cdf(x - 1e-5)) / 2e-5;
      assertThat(su.logLikelihood(Sample.of(new double[] {x})))
          .isCloseTo(Math.log(density), within(1e-4));
    }
  }

  @Test
  void shouldFollowPlaceAndScale() {
    double[] values = evenly(60, new JohnsonSu(0, 1, 0.5, 0.6, 0));
    JohnsonSu fit = JohnsonSu.fit(values, NONE);
    JohnsonSu moved =
        JohnsonSu.fit(DoubleStream.of(values).map(v -> 1e6 + 1000 * v).toArray(), NONE);
    assertThat(moved.quantile(0.9)).isCloseTo(1e6 + 1000 * fit.quantile(0.9), within(5.0));
    assertThat(moved.logLikelihood())
        .isCloseTo(fit.logLikelihood() - 60 * Math.log(1000), within(1e-2));
  }

  @Test
  void shouldSurviveValuesThatAreAllTheSame() {
    JohnsonSu fit = JohnsonSu.fit(new double[] {4, 4, 4, 4}, NONE);
    assertThat(fit.quantile(0.9)).isCloseTo(4, within(1e-9));
    assertThat(JohnsonSu.fit(new double[] {-7}, NONE).logLikelihood()).isFinite();
  }

  @Test
  void shouldRefuseWhatIsNoSample() {
    assertThatIllegalArgumentException().isThrownBy(() -> JohnsonSu.fit(NONE, NONE));
    assertThatIllegalArgumentException().isThrownBy(() -> JohnsonSu.fit(new double[] {2, 1}, NONE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JohnsonSu.fit(new double[] {1, 2}, new double[] {1, 0}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JohnsonSu.fit(new double[] {1, Double.NaN}, NONE));
  }

  /** Rosenbrock's valley, the usual one. */
  @Test
  void shouldFindTheBottomOfACurvedValley() {
    double[] at =
        NelderMead.minimum(
            p -> 100 * Math.pow(p[1] - p[0] * p[0], 2) + Math.pow(1 - p[0], 2),
            new double[] {-1.2, 1},
            new double[] {0.5, 0.5},
            1000,
            1e-14);
    assertThat(at[0]).isCloseTo(1, within(1e-5));
    assertThat(at[1]).isCloseTo(1, within(1e-5));
  }

  static double[] evenly(int n, JohnsonSu from) {
    double[] values = new double[n];
    Arrays.setAll(values, i -> from.quantile((i + 0.5) / n));
    return values;
  }
}
