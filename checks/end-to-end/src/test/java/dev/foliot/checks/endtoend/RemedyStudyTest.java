package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The study of remedies in its shortest form. It checks that every arm is played, and that the
 * agent's class has its planned address, as read from outside. The effect of a remedy is tested on
 * a quiet machine.
 */
@EnabledOnOs(OS.LINUX)
final class RemedyStudyTest {
  @TempDir Path folder;

  @Tag("studies")
  @Tag("full")
  @Test
  void shouldPlayEachRemedyAndReadFromOutsideWhereTheClassLies() throws Exception {
    Ended ended =
        FoliotProcess.run(
            folder,
            "study",
            "remedy",
            "--shortest",
            "--jdk",
            Jdks.home(17).toString(),
            "--jdk",
            Jdks.home(25).toString(),
            "--json");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/complete").asBoolean()).isTrue();
    assertThat(json.at("/arms").findValuesAsString("name"))
        .containsExactly("as-is", "steered", "newer-jdk", "no-table", "no-cache");
    assertThat(json.at("/steps").findValuesAsString("name"))
        .containsExactly("false sharing", "true sharing");
    assertThat(json.at("/points")).hasSize(10);
    for (JsonNode point : json.at("/points")) {
      assertThat(point.at("/failure").isMissingNode()).as(point.toString()).isTrue();
      assertThat(point.at("/throughput_per_s").asDouble()).isPositive();
      assertThat(point.at("/measures/cpu_ns_per_op").asDouble()).isPositive();
      int place = point.at("/remedy/line_offset").asInt(-1);
      assertThat(place).isBetween(0, 56);
      switch (point.at("/arm").asString()) {
        case "steered" -> {
          assertThat(point.at("/remedy/wanted_offset").asInt()).isEqualTo(24);
          assertThat(place).as(point.at("/remedy/told").asString()).isEqualTo(24);
          assertThat(point.at("/remedy/told").asString()).startsWith("at 24 after ");
        }
        case "as-is" -> assertThat(List.of(8, 16, 24)).as("an unlucky one").doesNotContain(place);
        default -> assertThat(point.at("/remedy/wanted_offset").isMissingNode()).isTrue();
      }
    }
    assertThat(json.at("/verdict").findValuesAsString("question"))
        .contains(
            "What does each remedy give under false sharing?",
            "What does each remedy give under true sharing?",
            "Did the class land where it was steered to?")
        .doesNotContain("Which remedies were left out?");
    Path page = StoredFiles.runs(folder).getFirst().resolve("report.html");
    assertThat(Files.readString(page))
        .contains("Remedies under false sharing", "Remedies under true sharing", "CPU per type");
  }

  @Test
  void shouldRefuseArmsAndAThirdJdk() throws Exception {
    String jdk = Jdks.home(17).toString();
    Ended arms = FoliotProcess.call(folder, "study", "remedy", "--arms", "virtual");
    Ended three =
        FoliotProcess.call(folder, "study", "remedy", "--jdk", jdk, "--jdk", jdk, "--jdk", jdk);

    assertThat(List.of(arms.exit(), three.exit())).containsOnly(2);
    assertThat(arms.errors())
        .containsExactly("foliot: --arms: those of remedy are its remedies; leave it out");
    assertThat(three.errors())
        .containsExactly(
            "foliot: --jdk: remedy takes two, the JDK as it is and a newer one, not 3");
    assertThat(StoredFiles.runs(folder)).isEmpty();
  }
}
