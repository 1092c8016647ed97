package dev.foliot.study.play;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.load.Traffic;
import dev.foliot.study.plan.StepPlan;
import org.junit.jupiter.api.Test;

/** A warm-up of 1 s and 500 ms without requests, sampled every 50 ms. */
class DelaySwitchTest {
  private static final long MS = 1_000_000;
  private static final long LOOK_NS = 50 * MS;
  private static final long LATEST_NS = 1_250 * MS;

  private final DelaySwitch change =
      new DelaySwitch(
          new StepPlan(
              "full load",
              new Traffic.Closed(60, 0),
              60,
              new StepPlan.WarmUp(1_000 * MS, 8),
              new StepPlan.Times(500 * MS, 1_200 * MS, 200 * MS, 100 * MS),
              StepPlan.Program.BANK,
              false));

  @Test
  void shouldNotTakeAStillnessWithinTheWarmUpForItsEnd() {
    // one request by a health check, before the driver runs
    assertThat(change.isOpen(Long.MIN_VALUE)).isFalse();
    for (long atNs = -500 * MS; atNs < 1_000 * MS; atNs += LOOK_NS) {
      assertThat(change.isOpen(atNs)).isFalse();
      assertThat(change.isDue(atNs, 1)).isFalse();
    }
    // earlier samples do not count
    assertThat(change.isDue(1_000 * MS, 1)).isFalse();
  }

  @Test
  void shouldWaitForTheLastRequestsOfTheWarmUp() {
    assertThat(change.isOpen(1_000 * MS)).isTrue();
    assertThat(change.isDue(1_000 * MS, 700)).isFalse();
    assertThat(change.isDue(1_020 * MS, 708)).isFalse();
    assertThat(change.isDue(1_040 * MS, 708)).isFalse();
    assertThat(change.isDue(1_060 * MS, 708)).isFalse();
    assertThat(change.isDue(1_080 * MS, 708)).isTrue();
  }

  @Test
  void shouldNotWaitForRequestsThatNeverCame() {
    for (int look = 0; look < 3; look++) {
      assertThat(change.isDue(1_000 * MS + look * LOOK_NS, 0)).isFalse();
    }
    assertThat(change.isDue(1_000 * MS + 3 * LOOK_NS, 0)).isTrue();
  }

  @Test
  void shouldWaitUntilTheMiddleOfTheIdleTimeAndNoLonger() {
    long drawn = 700;
    for (long atNs = 1_000 * MS; atNs < LATEST_NS; atNs += LOOK_NS) {
      drawn++;
      assertThat(change.isDue(atNs, drawn)).isFalse();
    }
    assertThat(change.isDue(LATEST_NS, drawn + 1)).isTrue();
  }
}
