package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code foliot load} that is interrupted or killed, or whose disk is full. */
final class LoadEndsTest {
  @TempDir Path folder;

  private OkServer server;

  @BeforeEach
  void start() throws IOException {
    server = new OkServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void shouldKeepWhatItMeasuredUntilItIsInterrupted() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(
            folder,
            "load",
            server.url("/"),
            "--rate",
            "200/s",
            "--duration",
            "60s",
            "--warmup",
            "0s");
    server.awaitRequests();

    new ProcessBuilder("kill", "-INT", Long.toString(foliot.handle().pid())).start().waitFor();
    Ended ended = foliot.end();

    assertThat(ended.exit()).isEqualTo(130);
    assertThat(ended.errors()).last().asString().contains("what was measured is kept");
    assertThat(ended.out()).contains("response");
    assertThat(FoliotProcess.left(folder)).isEmpty();
    assertThat(StoredFiles.runs(folder).getFirst().resolve("fork-001/fork.json")).exists();
  }

  @Test
  void shouldLeaveNothingWhenItIsKilled() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(
            folder, "load", server.url("/"), "--rate", "200/s", "--duration", "60s");
    server.awaitRequests();
    foliot.handle().destroyForcibly();

    while (!FoliotProcess.left(folder).isEmpty()) {
      Thread.onSpinWait();
    }
  }

  /** Needs to mount a small file system, which only root may, and not in every sandbox. */
  @Test
  void shouldSayThatTheDiskIsFull() throws Exception {
    Path small = Files.createDirectory(folder.resolve("small"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", small.toString()) == 0,
        "a small file system can be mounted here");
    try {
      Ended ended =
          FoliotProcess.run(
              folder,
              "load",
              server.url("/"),
              "--warmup=200ms",
              "--rate=200/s",
              "--duration=1s",
              "--store",
              small + "/store");

      assertThat(ended.exit()).as(ended.err()).isEqualTo(4);
      assertThat(ended.errors())
          .last()
          .asString()
          .contains("No space left on device", "free some space or give another with --store");
      assertThat(FoliotProcess.left(folder)).isEmpty();
    } finally {
      run("umount", "-l", small.toString());
    }
  }

  private static int run(String... command) throws Exception {
    return new ProcessBuilder(command).start().waitFor();
  }
}
