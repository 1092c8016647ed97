package dev.foliot.pool.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When the trial of a smaller size is given up. */
class TrialTest {
  private static final long MS = 1_000_000;
  private static final long LOOK_NS = 50 * MS;

  /** 1116 a second, in waves with an error above one half. */
  private static final Sample WAVES = new Sample(1644, 1116, 1e9, 0.65, 0.2, 200, true);

  private long nowNs;
  private long completed;
  private final Trial trial = new Trial(observation(1644, 1000));
  private final TaskTime time = new TaskTime(0);
  private Observation before = observation(1644, 1000);

  /** Otherwise the trial never ends: such an imprecise throughput predicts nothing. */
  @Test
  void shouldBeGivenUpWhereTheThroughputIsBadlyKnown() {
    trial.begin(before, 61);
    int looks = 0;
    while (!trial.lost(WAVES)) {
      look(61, 3);
      assertThat(++looks).isLessThan(10);
    }
  }

  /** Earlier tasks continue to end: a second of the old throughput. */
  @Test
  void shouldBeGivenUpSoonAfterTheTasksOfTheGreaterSizeHaveEnded() {
    trial.begin(before, 61);
    for (int running = 1_000; running > 61; running -= 50) {
      look(running, 50);
      assertThat(trial.lost(WAVES)).isFalse();
    }
    int looks = 0;
    while (!trial.lost(WAVES)) {
      look(61, 3);
      assertThat(++looks).isLessThan(10);
    }
  }

  @Test
  void shouldGoOnWhereTheThroughputStays() {
    trial.begin(before, 61);
    for (int i = 0; i < 100; i++) {
      look(61, 56);
      assertThat(trial.lost(WAVES)).isFalse();
    }
  }

  private void look(int running, int ended) {
    nowNs += LOOK_NS;
    completed += ended;
    Observation now = observation(61, running);
    Look look = new Look(now, new Elapsed(before, now), 0.2);
    before = now;
    time.add(look);
    trial.note(look);
    trial.enough(look, time);
  }

  private Observation observation(int size, int running) {
    return new Observation(
        nowNs,
        new Observation.Limits(1, 32_767),
        size,
        new Observation.Tasks(running, 939, 939, running, MS),
        new Observation.Counts(completed + running + 939, completed + running, completed, 0),
        new Observation.Times(completed * 20 * MS, 0, 0, 0),
        new CpuReading(1, 0.2, 0.2, 0));
  }
}
