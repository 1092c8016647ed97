package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepScheduleTest extends ScheduleContract {
  private static final long EACH_NS = 10_000_000_000L;

  @Override
  Schedule schedule(long seed) {
    return Schedule.steps(
        List.of(Rate.perSecond(1_000), Rate.perSecond(20_000), Rate.perSecond(3)), EACH_NS);
  }

  @Override
  Schedule untilTheEnd() {
    return Schedule.steps(List.of(Rate.perSecond(1_000), Rate.parse("1/h")), EACH_NS);
  }

  @Override
  double expectedBefore(long timeNs) {
    double first = Math.min(timeNs, EACH_NS) * 1e-6;
    double second = Math.min(Math.max(0, timeNs - EACH_NS), EACH_NS) * 2e-5;
    return first + second + Math.max(0, timeNs - 2 * EACH_NS) * 3e-9;
  }

  @Override
  double tolerance(double expected) {
    return 3;
  }

  @Test
  void shouldBeginEachStepAnewAtItsOwnStart() {
    Schedule schedule =
        Schedule.steps(List.of(Rate.perSecond(2), Rate.perSecond(3), Rate.perSecond(1)), 900);
    assertThat(List.of(schedule.nextNs(), schedule.nextNs(), schedule.nextNs()))
        .containsExactly(0L, 900L, 1_800L);
    assertThat(schedule.nextNs()).isEqualTo(1_000_001_800L);
  }

  @Test
  void shouldNotStartBeforeTheLoadHoweverLongTheStepsAre() {
    List<Rate> rates = Collections.nCopies(7, Rate.parse("1/h"));
    Schedule schedule = Schedule.steps(rates, Long.MAX_VALUE / 2);
    long last = 0;
    for (long next = schedule.nextNs(); next != Schedule.END; next = schedule.nextNs()) {
      assertThat(next).isGreaterThanOrEqualTo(last);
      last = next;
    }
    for (int i = 0; i < 8_000_000; i++) {
      assertThat(schedule.nextNs() == Schedule.END).isTrue();
    }
  }

  @Test
  void shouldRefuseStepsWithoutRatesOrTime() {
    assertThatThrownBy(() -> Schedule.steps(List.of(), 1)).isInstanceOf(BadOptionException.class);
    assertThatThrownBy(() -> Schedule.steps(List.of(Rate.perSecond(1)), 0))
        .isInstanceOf(BadOptionException.class);
  }
}
