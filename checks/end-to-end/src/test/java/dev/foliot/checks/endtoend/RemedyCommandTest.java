package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.apps.lottery.FillerClass;
import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.SickService;
import dev.foliot.checks.specimens.Specimens;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The study of remedies on a user's command, in its shortest form. It checks that every arm is
 * played, that the class has its planned address, and the messages for errors. The effect of a
 * remedy is tested on a quiet machine.
 */
@EnabledOnOs(OS.LINUX)
final class RemedyCommandTest {
  private static final long GONE_WITHIN_S = 10;
  private static final String ORDER = "dev.foliot.checks.specimens.Messages$Order";

  @TempDir Path folder;

  private static String classPath(Class<?>... of) throws URISyntaxException {
    List<String> entries = new ArrayList<>();
    for (Class<?> type : of) {
      entries.add(
          Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
    }
    return String.join(":", entries);
  }

  /** The specimen with two threads that write one word, on 17 and on 25. */
  private static String[] counted(String className, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("study", "remedy", "--shortest", "--json"));
    words.addAll(List.of("--jdk", Jdks.home(17).toString(), "--class", className));
    words.addAll(List.of("--jdk", Jdks.home(25).toString(), "--counter", "\"ops\":"));
    words.addAll(List.of(options));
    words.addAll(List.of("--", "java", "-cp", classPath(Specimens.class, FillerClass.class)));
    words.addAll(List.of(Specimens.class.getName(), "instanceof-pair", "600", "--ops"));
    return words.toArray(String[]::new);
  }

  @Tag("studies")
  @Tag("full")
  @Test
  void shouldPlayACommandWithEachRemedyByTheTotalThatItPrints() throws Exception {
    Ended ended = FoliotProcess.run(folder, counted(ORDER));

    assertThat(ended.exit()).as(ended.err()).isZero();
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/complete").asBoolean()).isTrue();
    assertThat(json.at("/arms").findValuesAsString("name"))
        .containsExactly("as-is", "steered", "newer-jdk", "no-table", "no-cache");
    assertThat(json.at("/cpus").has("driver")).isFalse();
    assertThat(json.at("/points")).hasSize(5);
    for (JsonNode point : json.at("/points")) {
      assertThat(point.at("/failure").isMissingNode()).as(point.toString()).isTrue();
      assertThat(point.at("/throughput_per_s").asDouble()).isGreaterThan(100_000);
      assertThat(point.at("/measures/cpu_ns_per_op").asDouble()).isPositive();
      assertThat(point.at("/remedy/headline").asString()).isNotEmpty();
      if (point.at("/arm").asString().equals("steered")) {
        assertThat(point.at("/remedy/wanted_offset").asInt()).isEqualTo(24);
        assertThat(point.at("/remedy/line_offset").asInt(-1))
            .as(point.at("/remedy/told").asString())
            .isEqualTo(24);
      }
    }
    assertThat(json.at("/verdict").findValuesAsString("question"))
        .contains(
            "What does each remedy give under its own work?",
            "What CPU time does an operation take under its own work?",
            "Did the class land where it was steered to?");
    Path page = StoredFiles.runs(folder).getFirst().resolve("report.html");
    assertThat(Files.readString(page))
        .contains("Remedies under its own work", "operations by its counter", "CPU per operation");
    assertThat(FoliotProcess.left(folder)).isEmpty();
  }

  @Tag("studies")
  @Tag("full")
  @Test
  void shouldSayThatTheClassIsNeverLoaded() throws Exception {
    Ended ended = FoliotProcess.run(folder, counted("com.acme.Missing"));

    assertThat(ended.exit()).as(ended.err()).isZero();
    JsonNode json = StoredFiles.json(ended.out());
    for (JsonNode point : json.at("/points")) {
      assertThat(point.at("/unavailable").toString())
          .contains("where the class lies: no class com.acme.Missing is loaded");
      if (point.at("/arm").asString().equals("steered")) {
        assertThat(point.at("/validity/verdict").asString()).isEqualTo("SUSPECT");
        assertThat(point.at("/validity/reasons").toString())
            .contains("where it lies could not be seen; the agent says: it was not loaded while");
      }
    }
    assertThat(json.at("/verdict").toString()).contains("0 of 1 forks have it at 24");
  }

  @Tag("studies")
  @Test
  void shouldSayThatAnArmDiedAndGoOn() throws Exception {
    Ended ended =
        FoliotProcess.run(
            folder,
            "study",
            "remedy",
            "--shortest",
            "--json",
            "--jdk",
            Jdks.home(25).toString(),
            "--class",
            SickService.class.getName(),
            "--clients",
            "2",
            "--url",
            "http://127.0.0.1:{port}/work",
            "--",
            "java",
            "-cp",
            FoliotProcess.tasks(),
            SickService.class.getName(),
            "{port}",
            "dies");

    assertThat(ended.exit()).as(ended.err()).isEqualTo(5);
    JsonNode points = StoredFiles.json(ended.out()).at("/points");
    assertThat(points).hasSize(4);
    for (JsonNode point : points) {
      assertThat(point.at("/failure").asString())
          .contains(": it died under load: exit code 3", "the disk of the ledger is gone");
    }
    assertThat(FoliotProcess.left(folder)).isEmpty();
  }

  @Test
  void shouldLeaveNoProcessAtAnInterruption() throws Exception {
    List<String> words = new ArrayList<>(List.of(counted(ORDER, "--forks", "50")));
    FoliotProcess foliot =
        FoliotProcess.start(folder, List.of("setsid"), words.toArray(String[]::new));
    // Foliot's own command contains the specimen's words, too, but not behind a launcher
    foliot.child("bin/java -cp " + classPath(Specimens.class, FillerClass.class));

    String group = "-" + foliot.handle().pid();
    assertThat(new ProcessBuilder("kill", "-INT", "--", group).start().waitFor()).isZero();
    Ended ended = foliot.end();

    assertThat(ended.exit()).as(ended.err()).isEqualTo(130);
    assertThat(ended.errors()).last().asString().startsWith("foliot: interrupted; ");
    for (ProcessHandle left : FoliotProcess.left(folder)) {
      left.onExit().get(GONE_WITHIN_S, TimeUnit.SECONDS);
    }
  }

  @Test
  void shouldRefuseInOneLineWhatCannotBePlayed() throws Exception {
    List<List<String>> wrong =
        List.of(
            List.of("remedy", "--counter", "done "),
            List.of("remedy", "--", "java", "-jar", "app.jar"),
            List.of("remedy", "--counter", "done ", "--rate", "5/s", "--", "java", "A"),
            List.of("remedy", "--counter", "done ", "--", "sh", "-c", "java A"),
            List.of("remedy", "--url", "http://127.0.0.1:{port}/", "--", "java", "A"),
            List.of("ramp-up", "--class", "a.B"));

    for (List<String> words : wrong) {
      Ended ended = FoliotProcess.call(folder, "study", words.toArray(String[]::new));

      assertThat(ended.exit()).as(words.toString()).isEqualTo(2);
      assertThat(ended.errors()).as(words.toString()).hasSize(1);
    }
    assertThat(runs()).isEmpty();
  }

  private List<Path> runs() throws IOException {
    return StoredFiles.runs(folder);
  }
}
