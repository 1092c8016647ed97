package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.stats.Scalability.Fitted;
import dev.foliot.stats.Scalability.Limit;
import dev.foliot.stats.Scalability.Refused;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares with published series and their published fits: Gunther, "Guerrilla Capacity Planning",
 * 2007, with coefficients of the R package usl 3.0. The package fits the same three parameters by
 * R's nls under the same bounds: see its README, vignette and test confint.Rout.save.
 */
class ScalabilityTest {
  /** A ray tracer on an SGI Origin 2000 of 64 processors, by processors. */
  private static final double[] PROCESSORS = {1, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64};

  private static final double[] RAYS = {20, 78, 130, 170, 190, 200, 210, 230, 260, 280, 310};

  /** SPEC SDM91 on a Sun SPARCcenter 2000 of 16 processors, by users; scripts per hour. */
  private static final double[] USERS = {1, 18, 36, 72, 108, 144, 216};

  private static final double[] SCRIPTS = {64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2};

  @Test
  void shouldFitTheRayTracerAsPublished() {
    Fitted fit = fit(PROCESSORS, RAYS);

    assertThat(fit.perUnit().value()).isCloseTo(21.848843, within(1e-4));
    assertThat(fit.contention().value()).isCloseTo(0.057771, within(1e-6));
    assertThat(fit.coherency().value()).isZero();
    assertThat(fit.peakSize().value()).isInfinite();
    assertThat(fit.peakSize().range().high()).isInfinite();
    assertThat(fit.limit()).isEqualTo(Limit.CONTENTION);
  }

  /**
   * The published interval is the normal one; it agrees with the profile's in order of magnitude.
   */
  @Test
  void shouldBoundTheRayTracerMuchAsPublished() {
    Fitted fit = fit(PROCESSORS, RAYS);

    assertThat(fit.contention().range().low()).isBetween(0.02, 0.05);
    assertThat(fit.contention().range().high()).isBetween(0.06, 0.10);
    assertThat(fit.coherency().range().low()).isZero();
    assertThat(fit.coherency().range().high()).isBetween(1e-5, 5e-4);
    assertThat(fit.perUnit().range().low()).isBetween(17.0, 21.5);
    assertThat(fit.perUnit().range().high()).isBetween(22.0, 27.0);
    assertThat(fit.contention().isBounded()).isTrue();
    assertThat(fit.coherency().isBounded()).isTrue();
    assertThat(fit.perUnit().isBounded()).isTrue();
    assertThat(fit.peakSize().isBounded()).isFalse();
  }

  /** Four sizes with one fork each leave one degree of freedom, and this noise bounds nothing. */
  @Test
  void shouldSayWhatTheDataDoNotBound() {
    Fitted fit = fit(new double[] {1, 2, 4, 8}, new double[] {900, 400, 2_500, 700});

    assertThat(fit.perUnit().isBounded()).isFalse();
    assertThat(fit.contention().isBounded()).isFalse();
    assertThat(fit.coherency().isBounded()).isFalse();
  }

  @Test
  void shouldFitTheSparcCenterAsPublished() {
    Fitted fit = fit(USERS, SCRIPTS);

    assertThat(fit.perUnit().value()).isCloseTo(89.9952, within(2e-3));
    assertThat(fit.contention().value()).isCloseTo(0.0277285, within(1e-6));
    assertThat(fit.coherency().value()).isCloseTo(0.0001044, within(1e-7));
    assertThat(fit.peakSize().value()).isCloseTo(96.5, within(0.1));
    // by brute force over a grid of σ with κ = (1 - σ) / N*²: 77.9 and 156.6
    assertThat(fit.peakSize().range().low()).isCloseTo(77.9, within(0.2));
    assertThat(fit.peakSize().range().high()).isCloseTo(156.65, within(0.2));
    // at 216 users κN = 0.0226 stands against σ = 0.0277: too close to call
    assertThat(fit.limit()).isEqualTo(Limit.UNDECIDED);
  }

  @Test
  void shouldFindWhatWasPutIn() {
    double[] sizes = {1, 2, 4, 8, 16, 32};
    assertThat(fit(sizes, law(sizes, 100, 0.2, 0)).limit()).isEqualTo(Limit.CONTENTION);
    assertThat(fit(sizes, law(sizes, 100, 0, 0.01)).limit()).isEqualTo(Limit.COHERENCY);
    assertThat(fit(sizes, law(sizes, 100, 0, 0)).limit()).isEqualTo(Limit.NONE);

    Fitted both = fit(sizes, law(sizes, 100, 0.05, 0.002));
    assertThat(both.perUnit().value()).isCloseTo(100, within(1e-4));
    assertThat(both.contention().value()).isCloseTo(0.05, within(1e-6));
    assertThat(both.coherency().value()).isCloseTo(0.002, within(1e-7));
    assertThat(both.peakSize().value()).isCloseTo(Math.sqrt(0.95 / 0.002), within(1e-2));
    assertThat(both.throughputAt(16)).isCloseTo(law(sizes, 100, 0.05, 0.002)[4], within(1e-3));
  }

  @Tag("once")
  @Test
  void shouldCoverTheTruthAsOftenAsItSays() {
    long seed = Seeds.fresh("shouldCoverTheTruthAsOftenAsItSays");
    SplittableRandom random = new SplittableRandom(seed);
    double[] sizes = {1, 1, 2, 2, 4, 4, 8, 8, 12, 12, 16, 16};
    double[] truth = law(sizes, 100, 0.05, 0.003);
    int times = 150;
    int[] covered = new int[4];
    for (int i = 0; i < times; i++) {
      double[] seen = truth.clone();
      for (int j = 0; j < seen.length; j++) {
        seen[j] += 10 * random.nextGaussian();
      }
      Fitted fit = fit(sizes, seen);
      covered[0] += fit.perUnit().range().contains(100) ? 1 : 0;
      covered[1] += fit.contention().range().contains(0.05) ? 1 : 0;
      covered[2] += fit.coherency().range().contains(0.003) ? 1 : 0;
      covered[3] += fit.peakSize().range().contains(Math.sqrt(0.95 / 0.003)) ? 1 : 0;
    }
    // 95 % of 150 is 142; below 132 in one of a hundred thousand
    assertThat(Arrays.stream(covered).min().orElseThrow())
        .as("seed " + seed)
        .isGreaterThanOrEqualTo(130);
  }

  @Test
  void shouldRefuseTooFewSizes() {
    assertThat(Scalability.of(new double[] {1, 2, 2, 1}, new double[] {1, 2, 2, 1}, 0.95))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.reason()).contains("2 different sizes"));
    assertThat(Scalability.of(new double[] {1, 2, 4}, new double[] {1, 2, 3}, 0.95))
        .isInstanceOf(Refused.class);
  }

  @Test
  void shouldRefuseWhatIsNoMeasurement() {
    assertThatThrownBy(() -> Scalability.of(new double[] {1, 2}, new double[] {1}, 0.95))
        .hasMessageContaining("2 sizes, but 1 throughputs");
    assertThatThrownBy(() -> Scalability.of(new double[] {0}, new double[] {1}, 0.95))
        .hasMessageContaining("at size 0.0");
    assertThatThrownBy(() -> Scalability.of(new double[] {1}, new double[] {Double.NaN}, 0.95))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> Scalability.of(USERS, SCRIPTS, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Fitted fit(double[] sizes, double[] throughputs) {
    return (Fitted) Scalability.of(sizes, throughputs, 0.95);
  }

  private static double[] law(double[] sizes, double lambda, double sigma, double kappa) {
    double[] throughputs = new double[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      double n = sizes[i];
      throughputs[i] = lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1));
    }
    return throughputs;
  }
}
