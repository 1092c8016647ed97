package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RampScheduleTest extends ScheduleContract {
  private static final long OVER_NS = 50_000_000_000L;
  private static final double FROM_PER_NS = 1e-7;
  private static final double TO_PER_NS = 3e-5;

  @Override
  Schedule schedule(long seed) {
    return Schedule.ramp(Rate.perSecond(100), Rate.perSecond(30_000), OVER_NS);
  }

  @Override
  Schedule untilTheEnd() {
    return Schedule.ramp(Rate.perSecond(1_000), Rate.parse("1/h"), 1_000_000_000_000L);
  }

  @Override
  double expectedBefore(long timeNs) {
    return integral(FROM_PER_NS, TO_PER_NS, OVER_NS, timeNs);
  }

  @Override
  double tolerance(double expected) {
    return 1.001;
  }

  private static double integral(double fromPerNs, double toPerNs, long overNs, long timeNs) {
    double rampNs = (double) Math.min(timeNs, overNs);
    double slope = (toPerNs - fromPerNs) / overNs;
    return rampNs * (fromPerNs + slope * rampNs / 2) + (timeNs - rampNs) * toPerNs;
  }

  @ParameterizedTest
  @CsvSource({
    "1k/s, 40k/s, 10000000000",
    "40k/s, 1k/s, 10000000000",
    "1/h, 10M/s, 100000000",
    "10M/s, 1/h, 100000000",
    "10k/s, 10k/s, 1000000000",
    "1/s, 2/s, 1",
    "3/min, 7/min, 600000000000"
  })
  void shouldStartEachMessageWhenTheIntegralOfTheRateReachesIt(
      String from, String to, long overNs) {
    double fromPerNs = 1 / Rate.parse(from).meanGapNs();
    double toPerNs = 1 / Rate.parse(to).meanGapNs();
    double total = integral(fromPerNs, toPerNs, overNs, overNs);
    Schedule schedule = Schedule.ramp(Rate.parse(from), Rate.parse(to), overNs);
    for (long index = 0; index < (long) Math.min(total, 600_000); index++) {
      long ns = schedule.nextNs();
      double rounding = index * 1e-9 + 1e-9;
      assertThat(integral(fromPerNs, toPerNs, overNs, ns))
          .as("integral at message %d", index)
          .isLessThanOrEqualTo(index + rounding);
      assertThat(integral(fromPerNs, toPerNs, overNs, Math.min(ns + 1, overNs)))
          .as("integral just after message %d", index)
          .isGreaterThanOrEqualTo(Math.min((double) index, total) - rounding);
    }
  }

  @Test
  void shouldGoOnAtTheSecondRateOnceTheRampIsOver() {
    Schedule schedule = Schedule.ramp(Rate.perSecond(1_000), Rate.perSecond(2_000), 1_000_000_000);
    long last = 0;
    for (int i = 0; i < 1_500; i++) {
      last = schedule.nextNs();
      assertThat(last).isLessThan(1_000_000_000);
    }
    for (int i = 0; i < 10_000; i++) {
      long next = schedule.nextNs();
      assertThat(next).isEqualTo(1_000_000_000 + i * 500_000L);
    }
  }

  @Test
  void shouldRefuseARampThatTakesNoTime() {
    assertThatThrownBy(() -> Schedule.ramp(Rate.perSecond(1), Rate.perSecond(2), 0))
        .isInstanceOf(BadOptionException.class);
  }
}
