package dev.foliot.diagnose.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.hotspot.threads.FakeProc;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.ResourceFinding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kernel of files, in simulated time. */
class SchedulerRunTest {
  private static final long SECOND_NS = 1_000_000_000;

  @TempDir private Path folder;
  private final VirtualClock clock = new VirtualClock();
  private FakeProc proc;

  @BeforeEach
  void create() {
    proc = new FakeProc(folder);
    proc.file("proc/7/stat", "7 (java) S 1" + " 0".repeat(49) + "\n")
        .file("proc/7/status", "Name:\tjava\nState:\tS (sleeping)\n")
        .file("proc/stat", "cpu  1 0 1 1 0 0 0 0 0 0\ncpu0 1 0 1 1 0 0 0 0 0 0\n")
        .thread(7, "java", 0, 0, "1 1 1");
  }

  private void worked(double seconds) {
    long half = (long) (seconds * SECOND_NS / 2);
    proc.thread(7, "java", (long) (1_000 * seconds), 0, half + " " + half + " 1000");
  }

  private void end() {
    proc.end(7);
    try {
      Files.delete(folder.resolve("proc/7/status"));
      Files.delete(folder.resolve("proc/7/stat"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Outcome<ResourceFinding> run(long seconds) {
    try (Target target =
        Target.open(folder, 7, Duration.ofSeconds(seconds), false, (what, done) -> {})) {
      return new SchedulerRun(target, clock).run();
    }
  }

  /** It waits for half of its life, which is a fifth of the requested time. */
  @Test
  void shouldDivideByTheTimeThatAProcessWasSeen() {
    for (int i = 1; i <= 45; i++) {
      double seconds = i / 10.0;
      clock.at(i * SECOND_NS / 10, () -> worked(seconds));
    }
    clock.at(45 * SECOND_NS / 10 + 1, this::end);

    Outcome<ResourceFinding> outcome = run(20);

    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason()).matches("the process ended after 4\\.[5-7]0 s");
    assertThat(outcome.record().lookedAt().getFirst()).endsWith("looks over 4.00 s");
    assertThat(outcome.record().lookedAt())
        .anyMatch(line -> line.startsWith("java (") && line.contains(": 0.50 CPUs; waited 500 ms"));
  }

  /** Its allowed CPUs are unknown, so no wake-up is traced; its waits are counted. */
  @Test
  void shouldMissNothingWhereTheRunQueueWaitStandsForTheTrace() {
    proc.file("proc/stat", "");

    ExaminationRecord record = run(1).record();

    assertThat(record.lookedAt())
        .anyMatch(line -> line.startsWith("how late each woken thread ran was not traced: "));
    assertThat(record.couldNot()).noneMatch(line -> line.startsWith("how late"));
  }

  @Test
  void shouldNotSayThatThereIsNoQuotaWhereNoGroupCouldBeSeen() {
    assertThat(run(1).record().lookedAt())
        .contains("no control group with a quota was seen")
        .noneMatch(line -> line.contains("none was throttled"));
  }
}
