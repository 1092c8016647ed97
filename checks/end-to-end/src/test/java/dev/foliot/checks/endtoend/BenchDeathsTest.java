package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.Healthy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Processes killed at the worst moment, and a full disk. */
final class BenchDeathsTest {
  private static final long GONE_WITHIN_S = 5;

  @TempDir Path folder;

  @Test
  void shouldKeepAKilledForkAsInvalidAndGoOn() throws Exception {
    FoliotProcess foliot = start("2", "1s", "--json");
    ProcessHandle fork = foliot.fork();
    foliot.await(() -> isMeasuring(fork));
    fork.destroyForcibly();

    Ended ended = foliot.end();

    assertThat(ended.exit()).as(ended.err()).isEqualTo(5);
    JsonNode forks = StoredFiles.json(ended.out()).at("/forks");
    assertThat(forks).hasSize(2);
    assertThat(forks.at("/0/validity/reasons/0").asString()).contains("was killed (SIGKILL)");
    assertThat(forks.at("/1/completed").asLong()).isEqualTo(10_000);
  }

  @Test
  void shouldLeaveNoForkBehindAKilledParent() throws Exception {
    FoliotProcess foliot = start("1", "60s");
    ProcessHandle fork = foliot.fork();
    foliot.await(() -> isMeasuring(fork));

    foliot.handle().destroyForcibly();

    fork.onExit().get(GONE_WITHIN_S, TimeUnit.SECONDS);
    assertThat(fork.isAlive()).isFalse();
    assertThat(FoliotProcess.call(folder, "runs").out()).contains("(incomplete)");
  }

  @Test
  void shouldKeepWhatIsWholeAtAnInterruption() throws Exception {
    FoliotProcess foliot = start("50", "500ms");
    Path run = theRun(foliot);
    foliot.await(() -> Files.exists(run.resolve("fork-001/fork.json")));
    ProcessHandle fork = foliot.fork();

    interrupt(foliot.handle());
    Ended ended = foliot.end();

    assertThat(ended.exit()).isEqualTo(130);
    assertThat(ended.errors()).last().asString().contains("interrupted; ", "whole fork", "kept in");
    assertThat(ended.out()).contains("response", "p99", "report.html");
    fork.onExit().get(GONE_WITHIN_S, TimeUnit.SECONDS);
    JsonNode stored = StoredFiles.json(run.resolve("run.json"));
    assertThat(stored.at("/complete").asBoolean()).isFalse();
    assertThat(stored.at("/forks").size()).isPositive();
    assertThat(StoredFiles.list(run)).noneMatch(path -> path.toString().endsWith(".part"));
  }

  @Test
  void shouldKeepAllFiguresAtAnInterruptionOfTheExtraFork() throws Exception {
    FoliotProcess foliot = start("1", "500ms", "--explain");
    Path run = theRun(foliot);
    foliot.await(() -> Files.exists(run.resolve("recorded")));
    ProcessHandle fork = foliot.fork();

    interrupt(foliot.handle());
    Ended ended = foliot.end();

    assertThat(ended.exit()).isEqualTo(130);
    assertThat(ended.errors()).last().asString().contains("interrupted; 1 whole fork is kept in");
    fork.onExit().get(GONE_WITHIN_S, TimeUnit.SECONDS);
    assertThat(StoredFiles.json(run.resolve("run.json")).at("/complete").asBoolean()).isTrue();
    assertThat(StoredFiles.list(run.resolve("recorded"))).isEmpty();
  }

  /** Needs to mount a small file system, which only root may, and not in every sandbox. */
  @Test
  void shouldSayThatTheDiskIsFull() throws Exception {
    Path small = Files.createDirectory(folder.resolve("small"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", small.toString()) == 0,
        "a small file system can be mounted here");
    try {
      Ended ended = start("2", "1s", "--store", small.resolve("store").toString()).end();

      assertThat(ended.exit()).as(ended.err()).isEqualTo(4);
      assertThat(ended.errors())
          .singleElement()
          .asString()
          .contains("No space left on device", "free some space or give another with --store");
      Path stored = StoredFiles.list(small.resolve("store")).getFirst();
      assertThat(StoredFiles.json(stored.resolve("run.json")).at("/complete").asBoolean())
          .isFalse();
    } finally {
      run("umount", "-l", small.toString());
    }
  }

  private FoliotProcess start(String forks, String duration, String... options) throws IOException {
    String[] words = {
      "bench",
      Healthy.class.getName(),
      "--classpath",
      FoliotProcess.tasks(),
      "--rate=10k/s",
      "--warmup=0s",
      "--forks",
      forks,
      "--duration",
      duration
    };
    return FoliotProcess.start(
        folder, Stream.concat(Arrays.stream(words), Arrays.stream(options)).toArray(String[]::new));
  }

  private Path theRun(FoliotProcess foliot) throws Exception {
    foliot.await(() -> firstRun() != null);
    return Objects.requireNonNull(firstRun());
  }

  private @Nullable Path firstRun() {
    try {
      List<Path> runs = StoredFiles.runs(folder);
      return runs.isEmpty() ? null : runs.getFirst();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A fork's producer has its name once the load is on. */
  private static boolean isMeasuring(ProcessHandle fork) {
    try {
      for (Path task : StoredFiles.list(Path.of("/proc/" + fork.pid() + "/task"))) {
        if (Files.readString(task.resolve("comm")).startsWith("foliot-pacer")) {
          return true;
        }
      }
    } catch (IOException e) {
      // a thread ended during the reading; the next one decides
    }
    return false;
  }

  private static void interrupt(ProcessHandle process) throws Exception {
    assertThat(run("kill", "-INT", Long.toString(process.pid()))).isZero();
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
  }
}
