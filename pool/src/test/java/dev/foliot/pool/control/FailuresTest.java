package dev.foliot.pool.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailuresTest {
  private static final long LOOK_NS = 50_000_000;

  private final Failures failures = new Failures(0);
  private long nowNs;
  private long completed;
  private long failed;

  private Observation observation() {
    return new Observation(
        nowNs,
        new Observation.Limits(1, 100),
        10,
        new Observation.Tasks(10, 5, 5, 10, 0),
        new Observation.Counts(completed, completed, completed, failed),
        new Observation.Times(0, 0, 0, 0),
        new CpuReading(2, 0.1, 0.1, 0));
  }

  /** A second of looks, in each of which so many tasks end; whether the share rose in it. */
  private boolean second(int ends, int failures) {
    boolean isRisen = false;
    for (int i = 0; i < 20; i++) {
      Observation before = observation();
      nowNs += LOOK_NS;
      completed += ends;
      failed += failures;
      Observation now = observation();
      this.failures.add(new Look(now, new Elapsed(before, now), 0.1));
      isRisen |= this.failures.isRisen();
    }
    return isRisen;
  }

  @Test
  void shouldTakeAConstantShareForUsual() {
    for (int i = 0; i < 10; i++) {
      assertThat(second(10, 3)).isFalse();
    }
    assertThat(failures.isAll(nowNs)).isFalse();
  }

  @Test
  void shouldSeeAShareThatRises() {
    second(10, 1);
    second(10, 1);
    assertThat(second(10, 4)).isTrue();
  }

  @Test
  void shouldSeeThatNoTaskSucceedsUntilOneDoes() {
    second(10, 0);
    second(10, 10);
    assertThat(failures.isAll(nowNs)).isTrue();
    second(10, 9);
    assertThat(failures.isAll(nowNs)).isFalse();
  }

  @Test
  void shouldNotJudgeAFewTasks() {
    for (int i = 0; i < 19; i++) {
      nowNs += 1_000_000_000;
      Observation before = observation();
      completed++;
      failed++;
      Observation now = observation();
      failures.add(new Look(now, new Elapsed(before, now), 0.1));
    }
    assertThat(failures.isAll(nowNs)).isFalse();
    assertThat(failures.isRisen()).isFalse();
  }
}
