package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against scikit-learn: src/test/resources/reference/mixtures.py. */
class NormalMixtureTest {
  private static final double[] NONE = {};

  /** scikit-learn 1.7.2. */
  @Test
  void shouldFindTheMixturesOfScikitLearn() {
    NormalMixture apart =
        new NormalMixture(
            new double[] {0.3791141861776591, 0.620885813822341},
            new double[] {0.15638508754127203, 4.945749217936648},
            new double[] {0.9710473325417326, 1.5789337125317433},
            -271.96913485445623);
    assertFits(apart, new double[] {40, 0, 1}, new double[] {80, 5, 1.5});
    assertThat(apart.responsibilities(2))
        .containsExactly(new double[] {0.4827189095598134, 0.5172810904401869}, within(1e-12));
    NormalMixture near =
        new NormalMixture(
            new double[] {0.8529661691533016, 0.1470338308466984},
            new double[] {0.16020240204020167, 2.9424369095959477},
            new double[] {1.162950293243268, 0.6755527010597929},
            -356.3544401204523);
    assertFits(near, new double[] {150, 0, 1}, new double[] {50, 2.5, 0.8});
    NormalMixture three =
        new NormalMixture(
            new double[] {0.2984675246979982, 0.4919649422831868, 0.20956753301881495},
            new double[] {-0.08660323754907959, 3.785513385484812, 9.551798470131265},
            new double[] {0.8014775020804755, 1.3265530610821756, 1.8657277766459002},
            -329.2121776315929);
    assertFits(three, new double[] {40, 0, 1}, new double[] {60, 4, 1}, new double[] {30, 9, 2});
    assertThat(three.responsibilities(2)[1]).isCloseTo(0.922479736342426, within(1e-12));
  }

  private static void assertFits(NormalMixture reference, double[]... parts) {
    NormalMixture fit = NormalMixture.fit(sample(parts), NONE, parts.length, 3, 0);
    assertThat(fit.logLikelihood()).isCloseTo(reference.logLikelihood(), within(1e-6));
    assertThat(fit.weights()).containsExactly(reference.weights(), within(1e-3));
    assertThat(fit.means()).containsExactly(reference.means(), within(1e-3));
    assertThat(fit.deviations()).containsExactly(reference.deviations(), within(1e-3));
  }

  @Test
  void shouldFindWhatNoCutStarts() {
    SplittableRandom random = new SplittableRandom(1);
    double[] values = new double[400];
    Arrays.setAll(values, i -> random.nextGaussian() * (i < 200 ? 1 : 5));
    Arrays.sort(values);
    NormalMixture nested = NormalMixture.fit(values, NONE, 2, 3, 0);
    double[] deviations = nested.deviations();
    Arrays.sort(deviations);
    assertThat(deviations[0]).isBetween(0.7, 1.3);
    assertThat(deviations[1]).isBetween(4.0, 6.0);
  }

  @Test
  void shouldCountWhatStandsAtOneValueAsMany() {
    double[] values = {1, 2, 3, 8, 9};
    double[] counts = {3, 5, 2, 4, 4};
    double[] each = {1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 8, 8, 8, 8, 9, 9, 9, 9};
    NormalMixture counted = NormalMixture.fit(values, counts, 2, 3, 0.1);
    NormalMixture listed = NormalMixture.fit(each, NONE, 2, 3, 0.1);
    assertThat(counted.means()).containsExactly(listed.means(), within(1e-6));
    assertThat(counted.logLikelihood()).isCloseTo(listed.logLikelihood(), within(1e-6));
  }

  @Test
  void shouldKeepToItsBounds() {
    double[] values = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 20, 20, 20};
    NormalMixture free = NormalMixture.fit(values, NONE, 2, 3, 0);
    double[] deviations = free.deviations();
    assertThat(deviations[0] / deviations[1]).isCloseTo(8, within(1e-6));
    assertThat(NormalMixture.fit(values, NONE, 2, 3, 1.5).deviations()[1]).isEqualTo(1.5);
    for (double weight : NormalMixture.fit(values, NONE, 2, 5, 0).weights()) {
      assertThat(weight * values.length).isGreaterThan(4.4);
    }
  }

  @Test
  void shouldPlaceEveryValueInOrder() {
    NormalMixture mixture =
        new NormalMixture(new double[] {0.2, 0.8}, new double[] {0, 10}, new double[] {0.5, 3}, -1);
    // Far below, the wide upper part is the likelier one by its density.
    assertThat(mixture.responsibilities(-6)[1]).isGreaterThan(0.9);
    assertThat(mixture.partOf(-6)).isZero();
    assertThat(mixture.partOf(9)).isEqualTo(1);
    double boundary = mixture.boundary(0);
    assertThat(mixture.responsibilities(boundary)[0]).isCloseTo(0.5, within(1e-6));
    assertThat(mixture.partOf(boundary - 1e-6)).isZero();
    assertThat(mixture.partOf(boundary + 1e-6)).isEqualTo(1);
  }

  @Test
  void shouldMeasureHowFarPartsAre() {
    NormalMixture mixture =
        new NormalMixture(new double[] {0.5, 0.5}, new double[] {0, 6}, new double[] {1, 1}, -1);
    assertThat(mixture.ashmanD(0)).isCloseTo(6, within(1e-12));
    assertThat(mixture.valley(0)).isCloseTo(2 * Math.exp(-4.5), within(1e-6));
    assertThat(mixture.density(3)).isCloseTo(0.004431848411938008, within(1e-15));
    assertThatIllegalArgumentException().isThrownBy(() -> mixture.ashmanD(1));
  }

  @Test
  void shouldCompareByContentAndCopyItsArrays() {
    double[] weights = {1};
    NormalMixture a = new NormalMixture(weights, new double[] {2}, new double[] {3}, -4);
    NormalMixture b = new NormalMixture(weights, new double[] {2}, new double[] {3}, -4);
    weights[0] = 7;
    a.means()[0] = 9;
    assertThat(a).isEqualTo(b).hasSameHashCodeAs(b).hasToString(b.toString());
    assertThat(a.weights()).containsExactly(1);
    assertThat(a).isNotEqualTo(new NormalMixture(new double[] {1}, a.means(), a.means(), -4));
  }

  @Test
  void shouldRefuseWhatIsNoMixture() {
    double[] one = {1};
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new NormalMixture(one, one, new double[] {0}, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new NormalMixture(NONE, NONE, NONE, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> NormalMixture.fit(one, NONE, 2, 1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> NormalMixture.fit(one, NONE, 4, 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> NormalMixture.fit(one, NONE, 1, 1, -1));
  }

  @Test
  void shouldSurviveValuesThatAreTheSame() {
    double[] same = {5, 5, 5, 5, 5, 5};
    NormalMixture mixture = NormalMixture.fit(same, NONE, 2, 3, 0);
    assertThat(mixture.means()).containsExactly(new double[] {5, 5}, within(1e-9));
  }

  /** The generator of the reference: sums of twelve uniform numbers, to three digits. */
  static double[] sample(double[]... parts) {
    long state = 42;
    double[] values = new double[1000];
    int n = 0;
    for (double[] part : parts) {
      for (int i = 0; i < part[0]; i++) {
        double total = 0;
        for (int k = 0; k < 12; k++) {
          state = state * 16807 % 2147483647L;
          total += state / 2147483647.0;
        }
        values[n] = Math.round((part[1] + part[2] * (total - 6)) * 1000) / 1000.0;
        n++;
      }
    }
    double[] sorted = Arrays.copyOf(values, n);
    Arrays.sort(sorted);
    return sorted;
  }
}
