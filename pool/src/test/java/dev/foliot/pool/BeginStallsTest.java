package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.control.CpuReading;
import dev.foliot.pool.control.Observation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class BeginStallsTest {
  private static final long LOOK_MS = 50;
  private static final CpuReading QUIET = new CpuReading(2, 0.1, 0.1, 0);
  private static final CpuReading FULL = new CpuReading(2, 2, 1, 0);

  private final BeginStalls stalls = new BeginStalls(21);
  private long nowMs;
  private int size = 8;
  private int running;
  private int queued = 5;
  private long started = 10;
  private long completed = 10;
  private int withoutCarrier;
  private CpuReading cpu = QUIET;

  private @Nullable String look(long afterMs) {
    nowMs += afterMs;
    return stalls.look(
        new Observation(
            nowMs * 1_000_000,
            new Observation.Limits(1, 100),
            size,
            new Observation.Tasks(running, queued, queued, running, 0),
            new Observation.Counts(started, started, completed, 0),
            new Observation.Times(0, 0, 0, 0),
            cpu),
        withoutCarrier);
  }

  private @Nullable String lookFor(long ms) {
    String last = null;
    for (long gone = 0; gone < ms; gone += LOOK_MS) {
      last = look(LOOK_MS);
    }
    return last;
  }

  @Test
  void shouldReportTasksThatNoThreadTakesWithTheFailure() {
    stalls.threadFailed("no thread left");
    look(LOOK_MS); // begins with what has begun so far
    stalls.threadFailed("no thread left");
    assertThat(lookFor(2_000)).isNull();
    assertThat(lookFor(200))
        .isEqualTo("5 tasks wait, 0 of 8 run, and no thread began one for 2 s: no thread left");
    started++;
    assertThat(look(LOOK_MS)).isNull();
    assertThat(lookFor(2_500)).contains("no thread has come for them");
  }

  @Test
  void shouldReportNothingWhileTheSizeLimits() {
    running = 8;
    assertThat(lookFor(10_000)).isNull();
  }

  @Test
  void shouldReportNothingWhileTasksBegin() {
    for (int i = 0; i < 100; i++) {
      started++;
      assertThat(look(1_000)).isNull();
    }
  }

  /** All threads of the JVM stood still, this one too. */
  @Test
  void shouldTakeALongPauseForNoStall() {
    look(LOOK_MS);
    look(LOOK_MS);
    assertThat(look(30_000)).isNull();
  }

  @Test
  void shouldReportStartedTasksWithoutACarrier() {
    queued = 0;
    running = 12;
    started = 20;
    withoutCarrier = 10;
    assertThat(lookFor(3_000))
        .contains("10 started tasks got no carrier thread")
        .contains("pinned");
    withoutCarrier = 9;
    assertThat(look(LOOK_MS)).isNull();
  }

  /** Tasks that compute for long delay others, but nothing is stuck. */
  @Test
  void shouldReportNothingWhileAllCarriersCompute() {
    queued = 0;
    running = 12;
    withoutCarrier = 10;
    cpu = FULL;
    assertThat(lookFor(10_000)).isNull();
  }
}
