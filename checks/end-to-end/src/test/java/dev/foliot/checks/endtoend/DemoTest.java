package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * {@code foliot demo} in its shortest form. The figures do not matter: each part exists, is stored
 * and drawn, and an early end leaves nothing behind.
 */
@EnabledOnOs(OS.LINUX)
final class DemoTest {
  private static final long GONE_WITHIN_S = 10;
  private static final int INTERRUPTED = 130;

  @TempDir Path folder;

  @Tag("studies")
  @Tag("full")
  @Test
  void shouldShowThreePartsKeepThemAndDrawThem() throws Exception {
    Ended ended = demo("--jdk", Jdks.home(17).toString(), "--json").end();

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/schema").asString()).isEqualTo("foliot.demo/1");
    JsonNode parts = json.at("/parts");
    assertThat(parts.findValuesAsString("status")).containsExactly("done", "done", "done");
    assertThat(json.at("/parts/0/sides").toString()).isEqualTo("[\"closed loop\",\"users\"]");
    assertThat(json.at("/parts/0/curves")).hasSize(2);
    JsonNode places = json.at("/parts/1/places");
    assertThat(places.at("/A: unlucky address/same_line").asBoolean()).isTrue();
    assertThat(places.at("/B: lucky address/same_line").asBoolean()).isFalse();
    assertThat(json.at("/parts/2/sides").toString())
        .isEqualTo("[\"virtual\",\"adaptive\",\"fixed:50\"]");
    for (JsonNode part : parts) {
      assertThat(part.at("/says")).as(part.toString()).isNotEmpty();
      assertThat(part.at("/figures")).as(part.toString()).isNotEmpty();
      for (JsonNode run : part.at("/runs")) {
        Ended report = FoliotProcess.call(folder, "report", run.asString());
        assertThat(report.exit()).as(report.err()).isZero();
      }
    }
    assertThat(Files.readString(Path.of(json.at("/page").asString())))
        .contains("data-plot=\"d0-picture\"", "The lottery of addresses", "d2-picture");
    assertThat(FoliotProcess.call(folder, "runs", "--details").out())
        .contains("demo", "3 of 3 parts shown", "bench", "diagnose", "study");
    assertNothingIsLeft();
  }

  /** The behaviour if no affected JDK is installed. */
  @Tag("real-time")
  @Tag("full")
  @Test
  void shouldSwitchTheCureOffOrSayWhyNotOnACuredJdk() throws Exception {
    Ended ended = demo("--jdk", Jdks.home(25).toString(), "--json").end();

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode part = StoredFiles.json(ended.out()).at("/parts/1");
    if (part.at("/status").asString().equals("done")) {
      assertThat(part.at("/says/0").asString()).contains("with its cure switched off");
    } else {
      assertThat(part.at("/reason").asString()).contains("JDK", "openjdk-17-jdk");
    }
    assertThat(StoredFiles.json(ended.out()).at("/parts/2/status").asString()).isEqualTo("done");
  }

  @Test
  void shouldRefuseAStoreThatCannotBeWritten() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "in the way");

    Ended ended = FoliotProcess.call(folder, "demo", "--shortest", "--store", file.toString());

    assertThat(ended.exit()).as(ended.err()).isEqualTo(4);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.errors()).singleElement().asString().contains("cannot be written", "--store");
    assertNothingIsLeft();
  }

  @Test
  void shouldRefuseAJdkThatIsNotThere() throws Exception {
    Ended ended = FoliotProcess.call(folder, "demo", "--shortest", "--jdk", "missing");

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.errors()).singleElement().asString().contains("no bin/java");
    assertThat(StoredFiles.runs(folder)).isEmpty();
  }

  @Test
  void shouldLeaveNoProcessAtAnInterruption() throws Exception {
    interrupt("dev.foliot.bench.ForkMain", "no part was whole yet");
  }

  /** Each process appears in its turn. */
  @Tag("real-time")
  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"Apps lottery", "Apps bank"})
  void shouldKeepWholePartsAtAnInterruptionAndLeaveNoProcess(String when) throws Exception {
    interrupt(when, "whole parts are kept: ");
  }

  private void interrupt(String when, String kept) throws Exception {
    FoliotProcess foliot = demo("--jdk", Jdks.home(17).toString());
    foliot.child(when);

    assertThat(
            new ProcessBuilder("kill", "-INT", Long.toString(foliot.handle().pid()))
                .start()
                .waitFor())
        .isZero();
    Ended ended = foliot.end();

    assertThat(ended.exit()).as(ended.err()).isEqualTo(INTERRUPTED);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.errors()).last().asString().startsWith("foliot: interrupted; ").contains(kept);
    assertNothingIsLeft();
  }

  private FoliotProcess demo(String... options) throws IOException {
    String[] words = new String[options.length + 2];
    words[0] = "demo";
    words[1] = "--shortest";
    System.arraycopy(options, 0, words, 2, options.length);
    return FoliotProcess.start(folder, words);
  }

  private void assertNothingIsLeft() throws Exception {
    List<ProcessHandle> left = FoliotProcess.left(folder);
    while (!left.isEmpty()) {
      left.getFirst().onExit().get(GONE_WITHIN_S, TimeUnit.SECONDS);
      left = FoliotProcess.left(folder);
    }
  }
}
