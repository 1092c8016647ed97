package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code foliot load} with a server that it started, when either of them ends. */
final class LoadServerEndsTest {
  @TempDir Path folder;

  private LoadedServer started;

  @BeforeEach
  void choose() throws IOException {
    started = LoadedServer.choose();
  }

  @Test
  void shouldSayHowTheServerFailed() throws Exception {
    Ended ended = FoliotProcess.run(folder, started.load(List.of(), "no-number"));

    assertThat(ended.exit()).isEqualTo(4);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.errors())
        .singleElement()
        .asString()
        .startsWith("foliot: the server: it ended before it was ready: exit code 1")
        .contains("NumberFormatException");
    assertThat(FoliotProcess.left(folder)).isEmpty();
  }

  @Test
  void shouldEndEarlyWhenTheServerDies() throws Exception {
    Ended ended =
        FoliotProcess.run(
            folder,
            started.load(List.of("--duration", "60s", "--warmup", "0s", "--rounds", "3"), "300"));

    assertThat(ended.exit()).isEqualTo(5);
    assertThat(ended.errors())
        .last()
        .asString()
        .startsWith("foliot: the server ended during the load, after ")
        .contains("exit code 7", "out of ideas");
    assertThat(StoredFiles.runs(folder).getFirst().resolve("fork-001/server.json")).exists();
    assertThat(StoredFiles.runs(folder).getFirst().resolve("fork-002")).doesNotExist();
    assertThat(FoliotProcess.left(folder)).isEmpty();
  }

  @Test
  void shouldEndTheServerAtCtrlC() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(folder, started.load(List.of("--duration", "60s", "--warmup", "0s")));
    ProcessHandle generator = foliot.child("load-plan.json");
    assertThat(generator.isAlive()).isTrue();
    foliot.pause(2_000_000_000);

    new ProcessBuilder("kill", "-INT", Long.toString(foliot.handle().pid())).start().waitFor();
    Ended ended = foliot.end();

    assertThat(ended.exit()).isEqualTo(130);
    assertThat(FoliotProcess.left(folder)).isEmpty();
  }

  @Test
  void shouldLeaveNoServerWhenItIsKilled() throws Exception {
    FoliotProcess foliot = FoliotProcess.start(folder, started.load(List.of("--duration", "60s")));
    ProcessHandle generator = foliot.child("load-plan.json");
    foliot.handle().destroyForcibly();

    generator.onExit().join();
    while (!FoliotProcess.left(folder).isEmpty()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void shouldRestoreTheTerminalAfterAFullScreen() throws Exception {
    String foliot = FoliotProcess.inTree("foliot").toString();
    // on a terminal it would wait for a quiet machine
    String command =
        String.join(
            " ",
            "stty cols 60 rows 24;",
            foliot,
            "load",
            started.url(),
            "--rate 100/s --duration 2s --warmup 500ms --no-wait --live --serve --",
            String.join(" ", started.command()));
    Ended ended = FoliotProcess.shell(folder, "script -qec '" + command + "' /dev/null");

    String screen = ended.out();
    int entered = screen.indexOf("\u001b[?1049h");
    int left = screen.lastIndexOf("\u001b[?1049l");
    assertThat(entered).isNotNegative();
    assertThat(left).isGreaterThan(entered);
    assertThat(screen.substring(left))
        .contains("127.0.0.1 port ", " .foliot/", "/report.html")
        .doesNotContain("\u001b[?25l");
    String shown = screen.substring(entered, left);
    assertThat(shown).containsPattern("answered [0-9]+").contains("page http://127.0.0.1:");
    assertThat(shown.split("\u001b\\[[HK]|\r\n"))
        .allMatch(line -> line.replaceAll("\u001b\\[[?0-9;]*[A-Za-z]", "").strip().length() < 60);
    assertThat(FoliotProcess.left(folder)).isEmpty();
  }
}
