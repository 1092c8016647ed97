package dev.foliot.study.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.store.series.LoadInterval;
import dev.foliot.store.study.StudyInterval;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DriftTest {
  private static final double INTERVAL_MS = 100;

  /** Intervals from one second before the load on. */
  private static List<StudyInterval> intervals(long... ok) {
    List<StudyInterval> intervals = new ArrayList<>();
    for (int i = 0; i < ok.length; i++) {
      double start = (i - 10) * INTERVAL_MS;
      intervals.add(
          new StudyInterval(
              start,
              start + INTERVAL_MS,
              new LoadInterval.Counts(ok[i], ok[i], 0, 0, 1),
              LoadInterval.Times.NONE));
    }
    return intervals;
  }

  /** Ten intervals of a warm-up and ten of the load. */
  private static List<StudyInterval> load(long before, long first, long second) {
    long[] ok = new long[20];
    for (int i = 0; i < ok.length; i++) {
      ok[i] = i < 10 ? before : i < 15 ? first : second;
    }
    return intervals(ok);
  }

  @Test
  void shouldTellAServiceThatWarmsUpUnderItsLoad() {
    assertThat(Drift.in(load(10, 100, 130), 1_000))
        .hasValueSatisfying(reason -> shouldBe(reason, 0.3));
    assertThat(Drift.in(load(10, 100, 75), 1_000))
        .hasValueSatisfying(reason -> shouldBe(reason, -0.25));
  }

  @Test
  void shouldSayNothingOfASteadyLoadWhateverWasBefore() {
    assertThat(Drift.in(load(10, 100, 109), 1_000)).isEmpty();
    assertThat(Drift.in(load(500, 100, 91), 1_000)).isEmpty();
  }

  /**
   * 400 clients of a service that waits 500 ms: the answers of the first 500 ms are the warm-up's,
   * and the others come in waves.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void shouldNotTakeTheWavesOfAClosedLoopForAChange(int phase) {
    List<StudyInterval> intervals = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      long ok = i >= 5 && i % 5 == phase % 5 ? 400 : 0;
      intervals.add(waiting(i, ok));
    }

    assertThat(Drift.in(intervals, 5_000)).isEmpty();
  }

  @Test
  void shouldTellAChangeOfAServiceThatWaits() {
    List<StudyInterval> intervals = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      intervals.add(waiting(i, i < 5 ? 0 : i < 28 ? 60 : 80));
    }

    assertThat(Drift.in(intervals, 5_000))
        .hasValueSatisfying(reason -> shouldBe(reason, 1_600.0 / 1_240 - 1));
  }

  private static StudyInterval waiting(int number, long ok) {
    return new StudyInterval(
        number * INTERVAL_MS,
        (number + 1) * INTERVAL_MS,
        new LoadInterval.Counts(ok, ok, 0, 400, 400),
        ok == 0
            ? LoadInterval.Times.NONE
            : new LoadInterval.Times(
                500_000_000L, 510_000_000L, 520_000_000L, 500_000_000L, 510_000_000L, 0L, 0L));
  }

  @Test
  void shouldSayNothingWhereNothingCanBeTold() {
    assertThat(Drift.in(List.of(), 1_000)).isEmpty();
    assertThat(Drift.in(load(1, 0, 0), 1_000)).isEmpty();
    assertThat(Drift.in(load(1, 10, 20), 600)).isEmpty();
  }

  private static void shouldBe(Reason reason, double change) {
    assertThat(reason).isInstanceOf(StudyReason.ThroughputDrifted.class);
    assertThat(((StudyReason.ThroughputDrifted) reason).change()).isCloseTo(change, within(1e-9));
  }
}
