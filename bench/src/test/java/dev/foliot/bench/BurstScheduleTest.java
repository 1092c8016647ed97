package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BurstScheduleTest extends ScheduleContract {
  private static final int SIZE = 20;

  @Override
  Schedule schedule(long seed) {
    return Schedule.bursts(Rate.perSecond(10_000), SIZE);
  }

  @Override
  Schedule untilTheEnd() {
    return Schedule.bursts(Rate.parse("1/h"), 7);
  }

  @Override
  double expectedBefore(long timeNs) {
    return timeNs * 1e-5;
  }

  @Override
  double tolerance(double expected) {
    return SIZE;
  }

  @Test
  void shouldStartAllMessagesOfABurstAtTheTimeOfItsFirst() {
    Schedule bursts = Schedule.bursts(Rate.perSecond(3), SIZE);
    Schedule singles = Schedule.constant(Rate.perSecond(3));
    for (int burst = 0; burst < 1_000; burst++) {
      long firstNs = singles.nextNs();
      for (int i = 1; i < SIZE; i++) {
        singles.nextNs();
      }
      for (int i = 0; i < SIZE; i++) {
        assertThat(bursts.nextNs()).as("burst %d", burst).isEqualTo(firstNs);
      }
    }
  }

  @Test
  void shouldBeConstantInBurstsOfOne() {
    Schedule bursts = Schedule.bursts(Rate.perSecond(7), 1);
    Schedule singles = Schedule.constant(Rate.perSecond(7));
    for (int i = 0; i < 1_000; i++) {
      assertThat(bursts.nextNs()).isEqualTo(singles.nextNs());
    }
  }

  @Test
  void shouldRefuseABurstOfNothing() {
    assertThatThrownBy(() -> Schedule.bursts(Rate.perSecond(1), 0))
        .isInstanceOf(BadOptionException.class);
  }
}
