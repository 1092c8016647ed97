package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/**
 * Of {@link MannWhitney}, {@link CappedSums} and {@link HodgesLehmann}, against SciPy 1.17.1 and R
 * 4.2.2: src/test/resources/reference.
 */
class RankTestsTest {
  private static final double[] A = {18.3, 19.1, 17.7, 20.4, 18.9, 47.2, 18.0, 18.5, 19.9, 17.9};
  private static final double[] B = {20.1, 21.3, 19.5, 22.0, 20.7, 21.8, 19.2, 60.3, 20.9, 23.1};

  @Test
  void shouldGiveTheExactPValueOfSciPyAndR() {
    assertThat(MannWhitney.pValue(A, B)).isCloseTo(0.0051960423477451344, within(1e-15));
    assertThat(CappedRanks.ofAll(A, B).pValue()).isCloseTo(0.0051960423477451344, within(1e-15));
    assertThat(MannWhitney.pValue(Arrays.copyOf(A, 7), Arrays.copyOf(B, 5)))
        .isCloseTo(0.106060606060606, within(1e-14));
  }

  @Test
  void shouldCorrectForTiesAsSciPyDoes() {
    double[] a = {18, 19, 18, 20, 19, 47, 18, 18};
    double[] b = {20, 21, 19, 22, 20, 21, 19};
    assertThat(MannWhitney.pValue(a, b)).isCloseTo(0.06647478541809759, within(1e-12));
    assertThat(MannWhitney.pValue(new double[] {1, 1}, new double[] {1, 1, 1})).isEqualTo(1);
  }

  /** R: pwilcox(c(23, 16, 60), 10, 10) and pwilcox(1000, 60, 50), of sums less the least one. */
  @Test
  void shouldHaveTheDistributionOfR() {
    CappedSums ten = new CappedSums(10, 10, 20);
    assertThat(ten.pValue(10, 55 + 23)).isCloseTo(2 * 0.02162852627248912, within(1e-14));
    assertThat(ten.pValue(10, 55 + 16)).isCloseTo(2 * 0.00446534889259347, within(1e-14));
    assertThat(ten.pValue(10, 55 + 60)).isEqualTo(1);
    assertThat(new CappedSums(60, 50, 110).pValue(60, 1830 + 1000))
        .isCloseTo(2 * 0.00124482956437601, within(1e-13));
  }

  /** R: qwilcox(c(0.025, 0.005), 10, 10) is 24 and 17. */
  @Test
  void shouldRejectWhereRDoes() {
    CappedSums ten = new CappedSums(10, 10, 20);
    assertThat(ten.pValue(10, 55 + 23)).isLessThanOrEqualTo(0.05);
    assertThat(ten.pValue(10, 55 + 24)).isGreaterThan(0.05);
    assertThat(ten.pValue(10, 55 + 16)).isLessThanOrEqualTo(0.01);
    assertThat(ten.pValue(10, 55 + 17)).isGreaterThan(0.01);
  }

  /** R: wilcox.test(b, a, conf.int = TRUE, exact = TRUE). */
  @Test
  void shouldGiveTheShiftAndTheIntervalsOfR() {
    assertShift(HodgesLehmann.shift(A, B, 0.95), 2.2, 0.9, 3.7);
    assertShift(HodgesLehmann.shift(A, B, 0.99), 2.2, 0.3, 4.2);
    assertShift(HodgesLehmann.shift(Arrays.copyOf(A, 7), Arrays.copyOf(B, 5), 0.9), 1.8, -0.3, 3.0);
  }

  @Test
  void shouldBoundNothingWhereTheForksAreTooFew() {
    double[] a = {1.1, 2.3, 3.7, 4.2, 5.9};
    double[] b = {6.1, 7.7, 8.2, 9.9, 10.4};
    assertShift(HodgesLehmann.shift(a, b, 0.95), 5.0, 1.9, 8.1);
    assertThat(HodgesLehmann.shift(a, b, 0.995))
        .isEqualTo(new HodgesLehmann.Shift(5, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY));
  }

  @Test
  void shouldNotDependOnTheOrderAndFollowShiftsAndScales() {
    long seed = Seeds.fresh("shouldNotDependOnTheOrderAndFollowShiftsAndScales");
    SplittableRandom random = new SplittableRandom(seed);
    double[] a = random.doubles(9).toArray();
    double[] b = random.doubles(7).toArray();
    HodgesLehmann.Shift shift = HodgesLehmann.shift(a, b, 0.9);
    assertThat(HodgesLehmann.shift(shuffled(a, seed), shuffled(b, seed), 0.9)).isEqualTo(shift);
    assertShift(
        HodgesLehmann.shift(a, DoubleStream.of(b).map(v -> v + 3).toArray(), 0.9),
        shift.estimate() + 3,
        shift.low() + 3,
        shift.high() + 3);
    assertShift(
        HodgesLehmann.shift(
            DoubleStream.of(a).map(v -> v * 8).toArray(),
            DoubleStream.of(b).map(v -> v * 8).toArray(),
            0.9),
        8 * shift.estimate(),
        8 * shift.low(),
        8 * shift.high());
    assertShift(HodgesLehmann.shift(b, a, 0.9), -shift.estimate(), -shift.high(), -shift.low());
  }

  @Test
  void shouldLeaveZeroOutExactlyWhenTheTestRejects() {
    long seed = Seeds.fresh("shouldLeaveZeroOutExactlyWhenTheTestRejects");
    SplittableRandom random = new SplittableRandom(seed);
    int rejected = 0;
    for (int i = 0; i < 2000; i++) {
      // Whole numbers: ties are frequent.
      double[] a = random.ints(3 + i % 9, 0, 12).asDoubleStream().toArray();
      double[] b = random.ints(3 + i % 7, 2, 18).asDoubleStream().toArray();
      CappedRanks differences = CappedRanks.ofAll(a, b);
      HodgesLehmann.Shift shift = differences.shift(0.0125);
      boolean leavesOut = shift.low() > 0 || shift.high() < 0;
      assertThat(leavesOut).as("seed %d", seed).isEqualTo(differences.pValue() <= 0.0125);
      rejected += leavesOut ? 1 : 0;
    }
    assertThat(rejected).as("seed %d", seed).isBetween(100, 1900);
  }

  /** At most 5 %; 5000 trials exceed 6.5 % less than once in a million runs. */
  @Test
  void shouldContainTheTruthAsOftenAsItSays() {
    long seed = Seeds.fresh("shouldContainTheTruthAsOftenAsItSays");
    SplittableRandom random = new SplittableRandom(seed);
    int missed = 0;
    for (int i = 0; i < 5000; i++) {
      double[] a = random.doubles(6).map(v -> 1 / (v + 0.01)).toArray();
      double[] b = random.doubles(8).map(v -> 1 / (v + 0.01) + 5).toArray();
      HodgesLehmann.Shift shift = HodgesLehmann.shift(a, b, 0.95);
      missed += shift.low() <= 5 && 5 <= shift.high() ? 0 : 1;
    }
    assertThat(missed / 5000.0).as("seed %d", seed).isBetween(0.025, 0.065);
  }

  @Test
  void shouldRefuseWhatCannotBeCompared() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HodgesLehmann.shift(new double[0], B, 0.95));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HodgesLehmann.shift(new double[] {Double.NaN}, B, 0.95));
    assertThatIllegalArgumentException().isThrownBy(() -> HodgesLehmann.shift(A, B, 95));
    assertThatIllegalArgumentException().isThrownBy(() -> MannWhitney.pValue(A, new double[0]));
  }

  private static double[] shuffled(double[] values, long seed) {
    List<Double> list = Arrays.asList(DoubleStream.of(values).boxed().toArray(Double[]::new));
    Collections.shuffle(list, new Random(seed));
    return list.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static void assertShift(
      HodgesLehmann.Shift shift, double estimate, double low, double high) {
    assertThat(shift.estimate()).isCloseTo(estimate, within(1e-12));
    assertThat(shift.low()).isCloseTo(low, within(1e-12));
    assertThat(shift.high()).isCloseTo(high, within(1e-12));
  }
}
