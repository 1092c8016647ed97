package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoissonScheduleTest extends ScheduleContract {
  private static final int GAPS = 500_000;
  private static final int MANY = 10_000_000;
  private static final int SIGMAS = 4;

  @Override
  Schedule schedule(long seed) {
    return Schedule.poisson(Rate.perSecond(10_000), new SplittableRandom(seed));
  }

  @Override
  Schedule untilTheEnd() {
    return Schedule.poisson(Rate.parse("1/h"), new SplittableRandom(1));
  }

  @Override
  double expectedBefore(long timeNs) {
    return timeNs * 1e-5;
  }

  @Override
  double tolerance(double expected) {
    return SIGMAS * Math.sqrt(expected);
  }

  @Tag("once")
  @ParameterizedTest
  @ValueSource(strings = {"1/h", "1/s", "10k/s", "333333/s", "1M/s", "10M/s"})
  void shouldHaveExponentialGaps(String rate) {
    double mean = Rate.parse(rate).meanGapNs();
    double[] places = places(Schedule.poisson(Rate.parse(rate), new SplittableRandom(11)), mean);
    assertThat(pOfUniform(places)).as("p at %s, seed 11", rate).isGreaterThan(0.01);
  }

  @Tag("once")
  @Test
  void shouldFindGapsThatAreNotExponential() {
    // the test must be able to fail: gaps that are rounded one by one, and equal gaps
    assertThat(pOfUniform(places(roundingEachGap(11)::getAsLong, 100))).isLessThan(1e-9);
    assertThat(pOfUniform(places(Schedule.constant(Rate.perSecond(10_000)), 100_000)))
        .isLessThan(1e-9);
  }

  @Tag("once")
  @ParameterizedTest
  @ValueSource(strings = {"1/s", "10k/s", "10M/s"})
  void shouldHaveIndependentGaps(String rate) {
    double mean = Rate.parse(rate).meanGapNs();
    double[] places = places(Schedule.poisson(Rate.parse(rate), new SplittableRandom(12)), mean);
    double product = 0;
    for (int i = 1; i < GAPS; i++) {
      product += (places[i - 1] - 0.5) * (places[i] - 0.5);
    }
    double correlation = product / (GAPS - 1) * 12;
    assertThat(Math.abs(correlation))
        .as("lag-1 correlation at %s, seed 12", rate)
        .isLessThan(SIGMAS / Math.sqrt(GAPS));
  }

  @Tag("once")
  @Test
  void shouldKeepTheMeanRateWhereRoundingEachGapWouldNot() {
    // ten million messages at 10M/s: the mean gap of 100 ns is known to within 0.03 %
    double allowed = SIGMAS * 100 * Math.sqrt(MANY);
    Schedule schedule = Schedule.poisson(Rate.perSecond(10_000_000), new SplittableRandom(13));
    assertThat(lastOf(schedule::nextNs) - 100.0 * MANY).isBetween(-allowed, allowed);
    assertThat(lastOf(roundingEachGap(13)) - 100.0 * MANY).isLessThan(-10 * allowed / SIGMAS);
  }

  @Tag("once")
  @Test
  void shouldNotDrift() {
    Schedule schedule = Schedule.poisson(Rate.perSecond(10_000_000), new SplittableRandom(14));
    SplittableRandom random = new SplittableRandom(14);
    BigDecimal exact = BigDecimal.ZERO;
    for (int i = 0; i < GAPS; i++) {
      exact = exact.add(new BigDecimal(gap(random, 100)));
      long rounded = exact.setScale(0, RoundingMode.FLOOR).longValueExact();
      assertThat(schedule.nextNs()).as("message %d", i).isBetween(rounded - 1, rounded + 1);
    }
  }

  @Test
  void shouldGiveTheseTimesForThisSeedOnEveryJdk() {
    Schedule schedule = Schedule.poisson(Rate.perSecond(10_000), new SplittableRandom(42));
    long[] times = new long[8];
    Arrays.setAll(times, i -> schedule.nextNs());
    assertThat(times)
        .containsExactly(29_899, 213_213, 341_010, 447_666, 774_604, 788_734, 940_874, 963_110);
  }

  @Test
  void shouldGiveOtherTimesForAnotherSeed() {
    assertThat(schedule(1).nextNs()).isNotEqualTo(schedule(2).nextNs());
  }

  private static double gap(SplittableRandom random, double meanNs) {
    return -StrictMath.log(((random.nextLong() >>> 11) + 1) * 0x1p-53) * meanNs;
  }

  /** What the schedule must not be. */
  private static LongSupplier roundingEachGap(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] sum = {0};
    return () -> sum[0] += (long) gap(random, 100);
  }

  private static long lastOf(LongSupplier times) {
    long last = 0;
    for (int i = 0; i < MANY; i++) {
      last = times.getAsLong();
    }
    return last;
  }

  /**
   * Where each gap lies in its distribution, from 0 to 1. A gap of whole nanoseconds covers every
   * exact gap that rounds to it. Its place is drawn from theirs.
   */
  private static double[] places(Schedule schedule, double meanNs) {
    SplittableRandom random = new SplittableRandom(1);
    double[] places = new double[GAPS];
    long last = 0;
    for (int i = 0; i < GAPS; i++) {
      long next = schedule.nextNs();
      double below = atMost(next - last - 1, meanNs);
      places[i] = below + random.nextDouble() * (atMost(next - last, meanNs) - below);
      last = next;
    }
    return places;
  }

  /** The probability that two rounded times differ by at most this much. */
  private static double atMost(long ns, double meanNs) {
    // the mean of 1 - exp(-(ns + 1 - f) / mean) over a fraction f that is uniform in [0, 1)
    return ns < 0 ? 0 : 1 + Math.exp(-ns / meanNs) * meanNs * Math.expm1(-1 / meanNs);
  }

  private static double pOfUniform(double[] places) {
    return KolmogorovSmirnovTest.withDefaults().test(places, x -> x).getPValue();
  }
}
