package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.AnswersLater;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code foliot compare} and {@code bench --against} as a user runs them, on real forks. */
final class CompareTest {
  private static final int INVALID = 5;
  private static final int MOST_AGAIN = 5;

  @TempDir Path folder;

  @Test
  void shouldCompareANewRunWithAnOldOneAndRefuseABaselineOfFewForks() throws Exception {
    String first = StoredFiles.json(bench("--json").out()).at("/id").asString();
    Ended alike = FoliotProcess.call(folder, "compare", first, first, "--details");
    assertThat(alike.exit()).as(alike.err()).isZero();
    assertThat(alike.out())
        .contains("both were run alike", "end to end, median over the forks", "UNDECIDED");
    Ended refused =
        FoliotProcess.call(folder, "compare", first, first, "--save-baseline", baseline());
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.errors()).singleElement().asString().contains("needs 5 forks");
    assertThat(folder.resolve("baseline.json")).doesNotExist();

    Ended again = bench("--against", first, "--json");
    JsonNode json = StoredFiles.json(again.out());
    JsonNode comparison = json.at("/comparisons/0");
    assertThat(json.at("/schema").asString()).isEqualTo("foliot.bench/1");
    assertThat(comparison.at("/schema").asString()).isEqualTo("foliot.comparison/1");
    assertThat(comparison.at("/verdict").asString()).isEqualTo("undecided");
    assertThat(comparison.at("/percentiles").size()).isEqualTo(5);

    Ended byId = FoliotProcess.call(folder, "compare", first, json.at("/id").asString(), "--json");
    JsonNode same = StoredFiles.json(byId.out());
    assertThat(same.at("/percentiles")).isEqualTo(comparison.at("/percentiles"));
    assertThat(same.at("/b/id").asString()).isEqualTo(json.at("/id").asString());
  }

  @Test
  void shouldRefuseABaselineThatIsNoneBeforeAnythingStarts() throws Exception {
    Files.writeString(folder.resolve("none.json"), "{}");

    Ended ended = bench("--against", folder.resolve("none.json").toString());
    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.errors()).singleElement().asString().contains("schema is missing");
    assertThat(folder.resolve(".foliot")).doesNotExist();
  }

  private String baseline() {
    return folder.resolve("baseline.json").toString();
  }

  /** A valid run: one made INVALID by other work on the machine is repeated. */
  private Ended bench(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                AnswersLater.class.getName(),
                "--classpath",
                FoliotProcess.tasks(),
                "--rate=1k/s",
                "--forks=2",
                "--warmup=100ms",
                "--duration=500ms"));
    words.addAll(List.of(more));
    Ended ended = FoliotProcess.call(folder, "bench", words.toArray(String[]::new));
    for (int again = 0; ended.exit() == INVALID && again < MOST_AGAIN; again++) {
      ended = FoliotProcess.call(folder, "bench", words.toArray(String[]::new));
    }
    return ended;
  }
}
