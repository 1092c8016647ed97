package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The study sharing-scaling in its shortest form, which two CPUs are enough for. Its figures do not
 * matter: what sharing costs shows on a quiet machine only.
 */
@EnabledOnOs(OS.LINUX)
final class SharingScalingStudyTest {
  @TempDir Path folder;

  @Tag("studies")
  @Tag("full")
  @Test
  void shouldPlayBothJdksOnMoreAndMoreCpusAndDiagnoseThemOnTheMost() throws Exception {
    Ended ended =
        FoliotProcess.run(
            folder,
            "study",
            "sharing-scaling",
            "--shortest",
            "--name",
            "shared line",
            "--jdk",
            Jdks.home(17).toString(),
            "--jdk",
            Jdks.home(25).toString(),
            "--json");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/complete").asBoolean()).isTrue();
    assertThat(json.at("/arms").findValuesAsString("name")).containsExactly("as-is", "newer-jdk");
    int steps = json.at("/steps").size();
    int most = json.at("/steps").get(steps - 1).at("/cpus").asInt();
    assertThat(most).isGreaterThan(1);
    assertThat(json.at("/points")).hasSize(2 * steps);
    for (JsonNode point : json.at("/points")) {
      assertThat(point.at("/failure").isMissingNode()).as(point.toString()).isTrue();
      assertThat(point.at("/throughput_per_s").asDouble()).isPositive();
      assertThat(point.at("/measures/cpu_ns_per_op").asDouble()).isPositive();
      assertThat(point.at("/remedy/line_offset").asInt(-1)).isBetween(0, 56);
      assertThat(point.at("/remedy/headline").isString())
          .as("diagnosed on the most CPUs alone: %s", point)
          .isEqualTo(point.at("/measures/cpus").asInt() == most);
    }
    assertThat(json.at("/verdict").findValuesAsString("question").getFirst())
        .isEqualTo("What do more CPUs give threads that share a cache line, and what limits them?");
    assertThat(FoliotProcess.call(folder, "report", "shared line").exit()).isZero();
  }
}
