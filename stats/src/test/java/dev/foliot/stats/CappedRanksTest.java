package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Of {@link CappedRanks} and {@link CappedSums}, against all choices of one sample. */
class CappedRanksTest {
  private static final double ALPHA = 0.05;
  private static final double[] FAST = {1.0, 1.1, 0.9, 1.05, 0.95};
  private static final double[] SLOW = {2.0, 2.1, 1.9, 2.05, 1.95};

  @Test
  void shouldSeeADifferenceBehindOneWildForkOfFive() {
    double[] wild = FAST.clone();
    wild[2] = 20;
    HodgesLehmann.Shift shift = new CappedRanks(wild, SLOW).shift(ALPHA);
    assertThat(shift.low()).isPositive();
    assertThat(shift.estimate()).isBetween(0.9, 1.1);
    // the sum of all ranks does not: five of 25 differences are far below zero
    assertThat(HodgesLehmann.shift(wild, SLOW, 0.95).low()).isNegative();
    assertThat(new CappedRanks(SLOW, wild).shift(ALPHA).high()).isNegative();
  }

  @Test
  void shouldNotCareHowWildAForkIs() {
    double[] wild = SLOW.clone();
    wild[0] = 20;
    double[] wilder = SLOW.clone();
    wilder[0] = 2e9;
    HodgesLehmann.Shift shift = new CappedRanks(FAST, wild).shift(ALPHA);
    assertThat(shift.estimate()).isBetween(0.9, 1.2);
    assertThat(new CappedRanks(FAST, wilder).shift(ALPHA).low()).isEqualTo(shift.low());
  }

  /** Of 252 choices of five ranks, one has the least sum, and six have one more at most. */
  @Test
  void shouldCountEqualRanksAlike() {
    CappedSums sums = new CappedSums(5, 5, CappedSums.cap(10));
    assertThat(CappedSums.cap(10)).isEqualTo(6);
    assertThat(sums.pValue(5, 15)).isCloseTo(2 * 1 / 252.0, within(1e-12));
    assertThat(sums.pValue(5, 16)).isCloseTo(2 * 6 / 252.0, within(1e-12));
    assertThat(sums.pValue(5, 17)).isGreaterThan(ALPHA);
  }

  @Test
  void shouldCapAFewRanksOnly() {
    assertThat(IntStream.of(2, 6, 8, 10, 20, 40, 80).map(CappedSums::cap))
        .containsExactly(2, 6, 6, 6, 16, 36, 72);
  }

  /** For each of the choices of m of all ranks, with unequal samples. */
  @Test
  void shouldHaveTheShareOfAllChoices() {
    int m = 7;
    int n = 5;
    int cap = CappedSums.cap(m + n);
    CappedSums sums = new CappedSums(m, n, cap);
    int[] bySum = new int[m * cap + 1];
    int all = 0;
    for (int choice = 0; choice < 1 << (m + n); choice++) {
      if (Integer.bitCount(choice) == m) {
        int chosen = choice;
        bySum[
            IntStream.range(0, m + n)
                .filter(rank -> (chosen >> rank & 1) == 1)
                .map(rank -> Math.min(rank + 1, cap))
                .sum()]++;
        all++;
      }
    }
    int atMost = 0;
    for (int sum = 0; sum < bySum.length; sum++) {
      atMost += bySum[sum];
      assertThat(sums.pValue(m, sum)).isCloseTo(Math.min(1, 2.0 * atMost / all), within(1e-12));
    }
  }

  /** Around the end of the exact distribution. */
  @Test
  void shouldGoOnWithTheNormalDistribution() {
    CappedSums exact = new CappedSums(60, 60, CappedSums.cap(120));
    CappedSums normal = new CappedSums(61, 60, CappedSums.cap(121));
    for (double at : new double[] {0.85, 0.9, 0.95}) {
      assertThat(normal.pValue(61, (int) (normal.middle(61) * at)))
          .isCloseTo(exact.pValue(60, (int) (exact.middle(60) * at)), within(0.03));
    }
  }

  @Test
  void shouldLeaveZeroOutExactlyWhenTheTestRejectsAndContainItsEstimate() {
    long seed = Seeds.fresh("shouldLeaveZeroOutExactlyWhenTheTestRejectsAndContainItsEstimate");
    SplittableRandom random = new SplittableRandom(seed);
    int rejected = 0;
    for (int i = 0; i < 2000; i++) {
      // whole numbers: ties are frequent
      double[] a = random.ints(4 + i % 9, 0, 12).asDoubleStream().toArray();
      double[] b = random.ints(4 + i % 7, 5, 21).asDoubleStream().toArray();
      CappedRanks ranks = new CappedRanks(a, b);
      HodgesLehmann.Shift shift = ranks.shift(0.0125);
      boolean leavesOut = shift.low() > 0 || shift.high() < 0;
      assertThat(leavesOut).as("seed %d", seed).isEqualTo(ranks.pValue() <= 0.0125);
      assertThat(shift.estimate()).as("seed %d", seed).isBetween(shift.low(), shift.high());
      rejected += leavesOut ? 1 : 0;
    }
    assertThat(rejected).as("seed %d", seed).isBetween(100, 1900);
  }

  @Test
  void shouldFollowShiftsAndTurnAroundWithTheSides() {
    long seed = Seeds.fresh("shouldFollowShiftsAndTurnAroundWithTheSides");
    SplittableRandom random = new SplittableRandom(seed);
    double[] a = random.doubles(9).toArray();
    double[] b = random.doubles(7).toArray();
    HodgesLehmann.Shift shift = new CappedRanks(a, b).shift(ALPHA);
    assertShift(
        new CappedRanks(a, DoubleStream.of(b).map(v -> v + 3).toArray()).shift(ALPHA),
        shift.estimate() + 3,
        shift.low() + 3,
        shift.high() + 3);
    assertShift(new CappedRanks(b, a).shift(ALPHA), -shift.estimate(), -shift.high(), -shift.low());
  }

  /** At most 5 %; 5000 trials exceed 6.5 % less than once in a million runs. */
  @Test
  void shouldContainTheTruthAsOftenAsItSaysAlsoWithWildForks() {
    long seed = Seeds.fresh("shouldContainTheTruthAsOftenAsItSaysAlsoWithWildForks");
    SplittableRandom random = new SplittableRandom(seed);
    int missed = 0;
    for (int i = 0; i < 5000; i++) {
      double[] a = random.doubles(5).map(v -> wild(random, v)).toArray();
      double[] b = random.doubles(5 + i % 4).map(v -> wild(random, v) + 5).toArray();
      HodgesLehmann.Shift shift = new CappedRanks(a, b).shift(ALPHA);
      missed += shift.low() <= 5 && 5 <= shift.high() ? 0 : 1;
    }
    assertThat(missed / 5000.0).as("seed %d", seed).isBetween(0.025, 0.065);
  }

  private static double wild(SplittableRandom random, double value) {
    return random.nextInt(10) == 0 ? value + 20 * random.nextDouble() : value;
  }

  @Test
  void shouldBoundNothingWhereTheForksAreTooFew() {
    assertThat(new CappedRanks(FAST, SLOW).shift(0.005).low()).isInfinite();
    assertThat(new CappedRanks(new double[] {1}, new double[] {3}).shift(ALPHA))
        .isEqualTo(new HodgesLehmann.Shift(2, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY));
  }

  @Test
  void shouldRefuseWhatCannotBeCompared() {
    assertThatIllegalArgumentException().isThrownBy(() -> new CappedRanks(new double[0], FAST));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CappedRanks(FAST, new double[] {Double.NaN}));
  }

  private static void assertShift(
      HodgesLehmann.Shift shift, double estimate, double low, double high) {
    assertThat(shift.estimate()).isCloseTo(estimate, within(1e-12));
    assertThat(shift.low()).isCloseTo(low, within(1e-12));
    assertThat(shift.high()).isCloseTo(high, within(1e-12));
  }
}
