package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The study scaling in its shortest form; its figures do not matter. */
final class ScalingStudyTest {
  @TempDir Path folder;

  @Test
  void shouldPlayOnMoreAndMoreCpusStoreItAndPrintIt() throws Exception {
    Ended ended =
        FoliotProcess.call(
            folder, "study", "scaling", "--shortest", "--details", "--arms", "adaptive,fixed:4");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode json = StoredFiles.json(StoredFiles.runs(folder).getFirst().resolve("study.json"));
    assertThat(json.at("/study").asString()).isEqualTo("scaling");
    assertThat(json.at("/complete").asBoolean()).isTrue();
    assertThat(json.at("/points")).hasSize(2 * json.at("/steps").size());
    for (JsonNode point : json.at("/points")) {
      JsonNode step = json.at("/steps").get(point.at("/step").asInt());
      assertThat(point.at("/failure").isMissingNode()).as(point.toString()).isTrue();
      assertThat(point.at("/measures/cpus").asInt()).isEqualTo(step.at("/cpus").asInt());
      // a machine may stand still for the 0.4 s that are measured
      assertThat(point.at("/throughput_per_s").asDouble() > 0 || isInvalid(point))
          .as(point.toString())
          .isTrue();
    }
    assertThat(ended.out())
        .contains(
            "burn, 1 ms on 1 CPU: closed loop, 8 callers in the process itself, no network",
            "fixed:4",
            "CPU us",
            "how does throughput grow with CPUs?",
            "stored: ");
    // without a fork that kept one throughput, a busy machine's, that question is not answered
    assertThat(ended.out().replaceAll("\\s+", " "))
        .containsAnyOf("what limits the growth?", "Not known: no fork kept one throughput");
  }

  private static boolean isInvalid(JsonNode point) {
    return point.at("/validity/verdict").asString().equals("INVALID");
  }
}
