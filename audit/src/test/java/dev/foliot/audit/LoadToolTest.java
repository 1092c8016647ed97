package dev.foliot.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LoadToolTest {
  private static final String PATH = System.getenv("PATH");

  @TempDir Path folder;

  @Test
  void shouldKeepTheStreamsApartAndTheExitCode() throws Exception {
    LoadTool.Ended ended =
        new LoadTool(PATH).run(List.of("sh", "-c", "echo out; echo err >&2; exit 7"));

    assertThat(ended).isEqualTo(new LoadTool.Ended(7, "out\n", "err\n", false));
    assertThat(ended.lastWords()).isEqualTo("the end of its output: err");
  }

  @Test
  void shouldHandWordsOverAsTheyAre() throws Exception {
    LoadTool.Ended ended =
        new LoadTool(PATH).run(List.of("printf", "%s|", "a b", "$HOME", "`id`", "", "--", "-x"));

    assertThat(ended.out()).isEqualTo("a b|$HOME|`id`||--|-x|");
  }

  @Test
  void shouldGiveItNoInput() throws Exception {
    assertThat(new LoadTool(PATH).run(List.of("cat")).out()).isEmpty();
  }

  @Test
  void shouldLeadAGroupOfItsOwn() throws Exception {
    // the fifth number of /proc/self/stat is the group, the sixth the session
    LoadTool.Ended ended = new LoadTool(PATH).run(List.of("cat", "/proc/self/stat"));

    String[] numbers = ended.out().split(" ", -1);
    assertThat(numbers[4]).isEqualTo(numbers[0]);
    assertThat(numbers[5]).isEqualTo(numbers[0]);
  }

  @Test
  void shouldEndWhatTheToolLeftRunning() throws Exception {
    Path pid = folder.resolve("pid");
    new LoadTool(PATH)
        .run(List.of("sh", "-c", "sleep 1000 & echo $! > \"$1\"", "sh", pid.toString()));

    long child = Long.parseLong(Files.readString(pid).strip());
    ProcessHandle.of(child)
        .ifPresent(handle -> handle.onExit().orTimeout(10, TimeUnit.SECONDS).join());
    assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void shouldEndWhenItIsKilled() throws Exception {
    LoadTool tool = new LoadTool(PATH);
    CompletableFuture<LoadTool.Ended> ended =
        CompletableFuture.supplyAsync(() -> {
          try {
            return tool.run(List.of("sleep", "1000"));
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    // before its start or after: it must end either way
    tool.kill();

    assertThat(ended.get(20, TimeUnit.SECONDS).exitCode()).isNotZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"no-such-tool", "/no/such/tool", "./no-such", "\u0000", "/tmp", "\u001b[2J"})
  void shouldSayThatThereIsNoSuchProgram(String name) {
    FoliotException refusal =
        catchThrowableOfType(
            FoliotException.class, () -> new LoadTool(PATH).run(List.of(name, "x")));

    assertThat(refusal.whose()).isEqualTo(FoliotException.Cause.ENVIRONMENT);
    assertThat(refusal).hasMessageContaining("'").hasMessageNotContainingAny("\u001b", "\u0000");
  }

  @Test
  void shouldSayWhatItNeeds() {
    assertThatThrownBy(() -> new LoadTool(folder.toString()).run(List.of("true")))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("setsid")
        .hasMessageContaining("util-linux");
    assertThatThrownBy(() -> new LoadTool(null).run(List.of("true")))
        .isInstanceOf(FoliotException.class);
  }

  @Test
  void shouldNotTakeAFolderOrATextForAProgram() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "x");

    assertThatThrownBy(() -> new LoadTool(PATH).run(List.of(text.toString())))
        .hasMessageContaining("executable");
    assertThatThrownBy(() -> new LoadTool(PATH).run(List.of(folder.toString())))
        .hasMessageContaining("executable");
  }
}
