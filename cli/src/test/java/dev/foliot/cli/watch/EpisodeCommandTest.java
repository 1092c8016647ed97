package dev.foliot.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.EpisodeKind;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.watch.WatchRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The user's command for an episode, as a process. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class EpisodeCommandTest {
  private static final long START_MS = 1_795_975_380_000L;
  private static final WatchRecord.Jvm JVM =
      new WatchRecord.Jvm(
          "jvm-001",
          4711,
          new WatchRecord.Program("acme.Orders", "25", "acme"),
          0,
          null,
          List.of());

  private final List<String> notes = new CopyOnWriteArrayList<>();
  private final WatchRun.Listener says =
      new WatchRun.Listener() {
        @Override
        public void episode(WatchRecord.Jvm jvm, Episode episode) {
          throw new AssertionError("a command has no episodes");
        }

        @Override
        public void note(String text) {
          notes.add(text);
        }
      };

  @TempDir Path folder;
  private Path got;

  @BeforeEach
  void begin() throws IOException {
    got = Files.createFile(folder.resolve("got.txt"));
  }

  private static Episode episode(int number, long atMs) {
    return new Episode(
        number,
        atMs,
        null,
        EpisodeKind.STOP,
        new Episode.Level(412e6, 12e6, "ns"),
        "gc-pause",
        null);
  }

  private String script(String text) throws IOException {
    Path script = folder.resolve("notify.sh");
    Files.writeString(script, "#!/bin/sh\n" + text + "\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script.toString();
  }

  private String collecting() throws IOException {
    return script("echo \"$1\" >>" + got + "\ncat >>" + got);
  }

  @Test
  void shouldGetTheEpisodeAsJsonAndItsWordsAsArguments() throws IOException {
    try (EpisodeCommand command = new EpisodeCommand(collecting() + " $HOME;ls", folder, says)) {
      command.episode(JVM, episode(1, START_MS));
    }

    List<String> lines = Files.readAllLines(got);
    assertThat(lines.getFirst()).isEqualTo("$HOME;ls");
    JsonNode json = JsonMapper.shared().readTree(lines.getLast());
    assertThat(json.path("event").asString()).isEqualTo("episode");
    assertThat(json.path("pid").asLong()).isEqualTo(4711);
    assertThat(json.path("text").asString()).contains("412 ms");
    assertThat(json.path("run").asString()).isEqualTo(folder.getFileName().toString());
    assertThat(json.path("folder").asString()).isEqualTo(folder.resolve("jvm-001").toString());
    assertThat(notes).isEmpty();
  }

  @Test
  void shouldHaveWhatTheDiagnosisSays() throws IOException {
    try (EpisodeCommand command = new EpisodeCommand(collecting(), folder, says)) {
      command.episode(JVM, episode(1, START_MS));
      command.episode(
          JVM, episode(1, START_MS).found(new Episode.Found("Two threads wait", "episode-1.json")));
    }

    assertThat(Files.readString(got))
        .containsOnlyOnce("Two threads wait")
        .contains("episode-1.json");
  }

  @Test
  void shouldRunForOneEpisodeInTenMinutes() throws IOException {
    try (EpisodeCommand command = new EpisodeCommand(script("echo run >>" + got), folder, says)) {
      command.episode(JVM, episode(1, START_MS).found(new Episode.Found("", "")));
      command.episode(JVM, episode(2, START_MS + 60_000));
      command.episode(JVM, episode(2, START_MS + 60_000).found(new Episode.Found("", "")));
    }
    try (EpisodeCommand command = new EpisodeCommand(script("echo run >>" + got), folder, says)) {
      command.episode(JVM, episode(1, START_MS));
      command.episode(JVM, episode(1, START_MS).found(new Episode.Found("", "")));
      command.episode(JVM, episode(2, START_MS + 600_000));
    }

    assertThat(Files.readAllLines(got)).hasSize(3);
  }

  @Test
  void shouldSayWhatWentWrongAndGoOn() throws IOException {
    try (EpisodeCommand command = new EpisodeCommand(script("exit 3"), folder, says)) {
      command.episode(JVM, episode(1, START_MS));
    }
    assertThat(notes).singleElement().asString().endsWith("notify.sh ended with 3");
  }

  @Test
  void shouldEndWhatTakesTooLong() throws IOException {
    try (EpisodeCommand command =
        new EpisodeCommand(script("exec tail -f " + got), folder, Duration.ofSeconds(1), says)) {
      command.episode(JVM, episode(1, START_MS));
    }

    assertThat(notes).singleElement().asString().endsWith("did not end within 1 s, and was ended");
    // the script, and what it becomes, name the folder
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(one -> one.info().commandLine().orElse("").contains(folder.toString()));
  }

  @Test
  void shouldRefuseWhatCannotBeRunBeforeAnythingBegins() throws IOException {
    assertThatThrownBy(() -> EpisodeCommand.check(" ")).hasMessageContaining("name a command");
    assertThatThrownBy(() -> EpisodeCommand.check("no-such-program-of-foliot --now"))
        .hasMessageContaining("no-such-program-of-foliot is no program that can be run");
    assertThatThrownBy(() -> EpisodeCommand.check(got.toString()))
        .hasMessageContaining("is no program that can be run (chmod +x");
    assertThatCode(() -> EpisodeCommand.check(script("exit 0") + " --now"))
        .doesNotThrowAnyException();
  }
}
