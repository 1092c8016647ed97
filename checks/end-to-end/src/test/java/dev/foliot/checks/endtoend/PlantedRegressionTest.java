package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.Planted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Real forks with a planted regression, from the command to the exit code. The regressions are 10 %
 * of the median, and twice the 99.9th percentile. Each is found with ten forks a side.
 */
@Tag("real-time")
@Tag("full")
final class PlantedRegressionTest {
  @TempDir Path folder;

  @Test
  @Timeout(600)
  void shouldFindWhatWasPlanted() throws Exception {
    Path baseline = folder.resolve("baseline.json");
    assertThat(bench().exit()).isIn(0, 5);
    assertThat(foliot("compare", "@1", "@1", "--save-baseline", baseline.toString()).exit())
        .isZero();

    assertThat(bench("--jvm-arg=-Dplanted.usual=55").exit()).isIn(0, 5);
    Ended median =
        foliot("compare", baseline.toString(), "@1", "--primary=p50", "--fail-on=worse", "--json");
    assertThat(median.exit()).as(median.out()).isEqualTo(3);
    JsonNode p50 = StoredFiles.json(median.out()).at("/percentiles/0");
    assertThat(p50.at("/verdict").asString()).isEqualTo("worse");
    assertThat(p50.at("/ratio").asDouble()).isBetween(1.05, 1.2);
    assertThat(median.err()).contains("p50 is worse");

    assertThat(bench("--jvm-arg=-Dplanted.slow=40000").exit()).isIn(0, 5);
    Ended tail =
        foliot(
            "compare", baseline.toString(), "@1", "--primary=p99.9", "--fail-on=worse", "--json");
    assertThat(tail.exit()).as(tail.out()).isEqualTo(3);
    JsonNode p999 = StoredFiles.json(tail.out()).at("/percentiles/3");
    assertThat(p999.at("/verdict").asString()).isEqualTo("worse");
    assertThat(p999.at("/ratio").asDouble()).isBetween(1.5, 2.5);
  }

  private Ended bench(String... more) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                "bench",
                Planted.class.getName(),
                "--classpath",
                FoliotProcess.tasks(),
                "--rate=4k/s",
                "--forks=10",
                "--warmup=500ms",
                "--duration=3s"));
    words.addAll(List.of(more));
    return foliot(words.toArray(String[]::new));
  }

  private Ended foliot(String... words) throws Exception {
    return FoliotProcess.run(folder, words);
  }
}
