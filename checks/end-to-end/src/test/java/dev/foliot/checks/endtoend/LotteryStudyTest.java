package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The study sharing-lottery in its shortest form: the prediction uses the address, and precedes the
 * measurement. Whether it holds is tested on a quiet machine.
 */
@EnabledOnOs(OS.LINUX)
final class LotteryStudyTest {
  private static final long GONE_WITHIN_S = 10;

  @TempDir Path folder;

  @Tag("studies")
  @Tag("full")
  @Test
  void shouldPredictFromTheAddressBeforeItMeasures() throws Exception {
    Ended ended =
        FoliotProcess.run(
            folder,
            "study",
            "sharing-lottery",
            "--shortest",
            "--jdk",
            Jdks.home(17).toString(),
            "--json");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/complete").asBoolean()).isTrue();
    assertThat(json.at("/arms").findValuesAsString("name")).containsExactly("filler 1", "filler 5");
    assertThat(json.at("/points")).hasSize(2);
    Path run = StoredFiles.runs(folder).getFirst();
    for (JsonNode point : json.at("/points")) {
      assertThat(point.at("/failure").isMissingNode()).as(point.toString()).isTrue();
      JsonNode said = point.at("/prediction");
      int place = said.at("/line_offset").asInt();
      assertThat(place).isEqualTo(point.at("/measures/line_offset_bytes").asInt());
      assertThat(Long.decode(said.at("/klass_address").asString()) % said.at("/line_bytes").asInt())
          .isEqualTo(place);
      assertThat(said.at("/same_line").asBoolean())
          .isEqualTo((place + 32) / 64 == (place + 56) / 64);
      assertThat(said.at("/band").asString())
          .isEqualTo(said.at("/same_line").asBoolean() ? "slow" : "fast");
      assertThat(point.at("/measures/predicted_before_s").asDouble()).isPositive();
      assertThat(point.at("/measures/reader_per_s").asDouble()).isPositive();
      assertThat(point.at("/measures/writer_per_s").asDouble()).isPositive();
      Path fork = run.resolve("fork-%03d".formatted(point.at("/fork").asInt()));
      JsonNode stored = StoredFiles.json(Files.readString(fork.resolve("prediction.json")));
      assertThat(stored.at("/schema").asString()).isEqualTo("foliot.prediction/1");
      assertThat(stored.at("/prediction")).isEqualTo(said);
      assertThat(Instant.parse(said.at("/at").asString()))
          .isBefore(Files.getLastModifiedTime(fork.resolve("point.json")).toInstant());
    }
    assertThat(json.at("/verdict").findValuesAsString("question"))
        .contains("How many forks did the address predict?");
  }

  @Tag("studies")
  @Tag("full")
  @Test
  void shouldSayThatThereIsNothingToWinOnACuredJdk() throws Exception {
    Ended ended =
        FoliotProcess.run(
            folder,
            "study",
            "sharing-lottery",
            "--shortest",
            "--details",
            "--jdk",
            Jdks.home(25).toString());

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    assertThat(ended.out())
        .contains("Is there anything to win by the address?")
        .contains("nothing: JDK 25", "UseSecondarySupersTable is on", "alike");
  }

  @Test
  void shouldRefuseArms() throws Exception {
    Ended ended =
        FoliotProcess.call(folder, "study", "sharing-lottery", "--shortest", "--arms", "virtual");

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.errors())
        .isEqualTo(
            List.of(
                "foliot: --arms: those of sharing-lottery are the places of a class; leave it"
                    + " out"));
  }

  @Test
  void shouldLeaveNoChildBehindAtAnInterruption() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(
            folder,
            "study",
            "sharing-lottery",
            "--shortest",
            "--forks",
            "50",
            "--jdk",
            Jdks.home(17).toString());
    ProcessHandle lottery = foliot.found(() -> find(foliot));

    new ProcessBuilder("kill", "-INT", Long.toString(foliot.handle().pid())).start().waitFor();

    assertThat(foliot.end().exit()).isEqualTo(130);
    lottery.onExit().get(GONE_WITHIN_S, TimeUnit.SECONDS);
  }

  private static Optional<ProcessHandle> find(FoliotProcess foliot) {
    return foliot
        .handle()
        .descendants()
        .filter(child -> FoliotProcess.commandLine(child).contains("Apps lottery"))
        .findFirst();
  }
}
