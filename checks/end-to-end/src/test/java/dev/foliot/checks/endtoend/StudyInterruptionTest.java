package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.foliot.diagnose.scheduler.WakeTrace;
import dev.foliot.linux.Reading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C at specific moments of a study: during the second fork, after one is stored. */
@Tag("real-time")
@Tag("full")
final class StudyInterruptionTest {
  @TempDir Path folder;

  /**
   * After the warm-up of the second fork; its duration, and that no requests come, is in the file.
   */
  @Test
  void shouldKeepWholeForksAtAnInterruptionWhileNothingComes() throws Exception {
    Files.writeString(
        folder.resolve("ramp.yaml"),
        """
        study: ramp-up
        forks: 50
        loads: [{clients: 10, warm-up: 500ms, idle: 4s, duration: 500ms}]
        arms: [{strategy: 'fixed:4', jvm-args: ['-XX:TieredStopAtLevel=1']}]
        """);
    FoliotProcess foliot = FoliotProcess.start(folder, List.of("setsid"), "study", "ramp.yaml");
    StudyLeft left = new StudyLeft(folder);
    left.awaitFork(foliot);
    Path start = startOf(foliot.child("DriverMain"));
    foliot.await(() -> loadMs(start) > 1_000);

    StudyLeft.interrupt(foliot);

    assertThat(loadMs(start)).as("ms from the start of the warm-up").isBetween(1_000L, 4_500L);
    left.assertInterrupted(foliot.end(), true);
  }

  /**
   * The driver's last argument is its result file; beside it is the file with the start of its
   * load.
   */
  private static Path startOf(ProcessHandle driver) throws IOException {
    // a class path may be longer than a handle's limit
    Path command = Path.of("/proc", Long.toString(driver.pid()), "cmdline");
    String words = Files.readString(command, StandardCharsets.UTF_8).replaceFirst("\0$", "");
    return Path.of(words.substring(words.lastIndexOf('\0') + 1) + ".start");
  }

  /**
   * The time since the start of a load, by the clock shared by all processes; below zero before.
   */
  private static long loadMs(Path start) {
    try {
      long startNs = Long.parseLong(Files.readString(start));
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
    } catch (IOException e) {
      return -1;
    }
  }

  /** In the second fork too; only the full form traces, and only with permission. */
  @Test
  void shouldKeepWholeForksAtAnInterruptionWhileWakeUpsAreTraced() throws Exception {
    if (WakeTrace.program() instanceof Reading.Unavailable<Path> none) {
      abort(none.sentence());
    }
    FoliotProcess foliot =
        FoliotProcess.start(
            folder, List.of("setsid"), "study", "short-tasks", "--arms", "fixed:cpus");
    StudyLeft left = new StudyLeft(folder);
    left.awaitFork(foliot);
    foliot.found(() ->
        foliot
            .handle()
            .descendants()
            .filter(child -> FoliotProcess.commandLine(child).contains("perf record"))
            .findFirst());

    StudyLeft.interrupt(foliot);

    left.assertInterrupted(foliot.end(), true);
  }
}
