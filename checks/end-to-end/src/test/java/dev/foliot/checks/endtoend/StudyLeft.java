package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * The remains of an interrupted study: complete forks and no process.
 *
 * @param folder of the study
 */
record StudyLeft(Path folder) {
  private static final long GONE_WITHIN_S = 10;

  /** Like a terminal at Ctrl-C: all processes of its group. */
  static void interrupt(FoliotProcess foliot) throws Exception {
    String group = "-" + foliot.handle().pid();
    assertThat(new ProcessBuilder("kill", "-INT", "--", group).start().waitFor()).isZero();
  }

  /** Waits until the study names its first fork, the last step of a fork. */
  void awaitFork(FoliotProcess foliot) throws InterruptedException {
    foliot.await(this::isAForkWhole);
  }

  private boolean isAForkWhole() {
    try {
      for (Path run : StoredFiles.runs(folder)) {
        if (Files.exists(run.resolve("fork-001")) && Files.exists(run.resolve("study.json"))) {
          return !StoredFiles.json(run.resolve("study.json")).at("/points").isEmpty();
        }
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Asserts that it reported the interrupt and kept complete forks.
   *
   * @param some whether any fork was complete
   */
  void assertInterrupted(Ended ended, boolean some) throws Exception {
    assertThat(ended.exit()).as(ended.err()).isEqualTo(130);
    assertThat(ended.errors())
        .last()
        .asString()
        .startsWith("foliot: interrupted; ")
        .contains(some ? " kept in " : "no fork was whole yet in ");
    assertNoProcess();
    Path run = StoredFiles.runs(folder).getLast();
    assertWhole(run, some);
    assertThat(StoredFiles.list(run)).noneMatch(path -> path.toString().endsWith(".part"));
  }

  void assertNoProcess() throws Exception {
    List<ProcessHandle> left = FoliotProcess.left(folder);
    while (!left.isEmpty()) {
      left.getFirst().onExit().get(GONE_WITHIN_S, TimeUnit.SECONDS);
      left = FoliotProcess.left(folder);
    }
  }

  /**
   * Asserts that all forks in the study's record exist and are readable.
   *
   * @param some whether it has any
   */
  static void assertWhole(Path run, boolean some) throws IOException {
    JsonNode study = StoredFiles.json(run.resolve("study.json"));
    assertThat(study.at("/complete").asBoolean()).isFalse();
    assertThat(!study.at("/points").isEmpty()).isEqualTo(some);
    for (JsonNode point : study.at("/points")) {
      Path fork = run.resolve("fork-%03d".formatted(point.at("/fork").asInt()));
      assertThat(StoredFiles.json(fork.resolve("point.json")).at("/point/fork"))
          .isEqualTo(point.at("/fork"));
      assertThat(fork.resolve("fork.json")).exists();
    }
  }
}
