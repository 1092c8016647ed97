package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ConstantScheduleTest extends ScheduleContract {
  private static final BigInteger END = BigInteger.valueOf(Schedule.END);
  private static final long HOUR_NS = 3_600_000_000_000L;

  @Override
  Schedule schedule(long seed) {
    return Schedule.constant(new Rate(9_973, 1_000_000_007));
  }

  @Override
  Schedule untilTheEnd() {
    return Schedule.constant(new Rate(1, HOUR_NS));
  }

  @Override
  double expectedBefore(long timeNs) {
    return timeNs * 9_973.0 / 1_000_000_007;
  }

  @Override
  double tolerance(double expected) {
    return 1;
  }

  @Test
  void shouldEqualExactArithmeticForAnyRate() {
    for (long seed = 1; seed <= 300; seed++) {
      assertExact(rate(new SplittableRandom(seed)), 0, 300, "seed " + seed);
    }
  }

  @Test
  void shouldEqualExactArithmeticTenBillionMessagesOn() {
    for (long seed = 1; seed <= 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Rate rate = rate(random);
      long from = 10_000_000_000L - random.nextLong(200);
      assertExact(rate, from, 300, "seed " + seed);
      // across the end of a period, where the index restarts
      long period = Math.max(1, from / rate.messages()) * rate.messages();
      assertExact(rate, Math.max(0, period - 150), 300, "seed " + seed);
    }
  }

  @Test
  void shouldEqualExactArithmeticUpToTheEndOfTime() {
    for (long seed = 1; seed <= 100; seed++) {
      Rate rate = rate(new SplittableRandom(seed));
      long last =
          END.multiply(BigInteger.valueOf(rate.messages()))
              .divide(BigInteger.valueOf(rate.periodNs()))
              .longValueExact();
      assertExact(rate, Math.max(0, last - 5), 10, "seed " + seed);
    }
  }

  @Test
  void shouldHoldTheRatesAtTheEndsOfTheRange() {
    assertExact(Rate.perSecond(10_000_000), 0, 1_000, "10M/s");
    assertExact(Rate.perSecond(10_000_000), 10_000_000_000L, 1_000, "10M/s");
    assertExact(new Rate(1, HOUR_NS), 0, 1_000, "1/h");
    assertExact(new Rate(1, HOUR_NS), 2_562_000, 100, "1/h");
    assertExact(Rate.perSecond(3), 10_000_000_000L, 1_000, "3/s");
  }

  /** Anything from one an hour to ten million a second, whole or an odd fraction. */
  private static Rate rate(SplittableRandom random) {
    double perNs = Math.exp(random.nextDouble() * Math.log(1e7 * 3600)) / HOUR_NS;
    long periodNs = 1L << random.nextInt(10, 62);
    periodNs += random.nextLong(periodNs);
    long messages = (long) Math.max(1, periodNs * perNs);
    long leastPeriod = messages * 100;
    long mostPeriod = (long) Math.min(Long.MAX_VALUE, messages * (double) HOUR_NS);
    return new Rate(messages, Math.min(mostPeriod, Math.max(leastPeriod, periodNs)));
  }

  private static void assertExact(Rate rate, long from, int count, String seed) {
    Schedule schedule = new ConstantSchedule(rate, from);
    BigInteger messages = BigInteger.valueOf(rate.messages());
    BigInteger periodNs = BigInteger.valueOf(rate.periodNs());
    for (long index = from; index < from + count; index++) {
      BigInteger exact = BigInteger.valueOf(index).multiply(periodNs).divide(messages);
      assertThat(schedule.nextNs())
          .as("%s: message %d at %s", seed, index, rate)
          .isEqualTo(exact.min(END).longValueExact());
    }
  }
}
