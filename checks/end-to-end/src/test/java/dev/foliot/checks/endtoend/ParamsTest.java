package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.TakesItsTime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A bench with parameters: forks of its own for each combination, and what is made of them. */
final class ParamsTest {
  private static final String TASK = TakesItsTime.class.getName();

  @TempDir Path folder;

  @Test
  void shouldMeasureEachCombinationInForksOfItsOwn() throws Exception {
    Ended ended = bench("--param=micros=50,300", "--forks=2", "--json");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    assertThat(ended.errors())
        .first()
        .asString()
        .matches("foliot: 2 combinations of parameters: 4 forks, about \\d+ s");
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/arms/0/params").toString())
        .isEqualTo("{\"micros\":\"50\",\"label\":\"work\"}");
    assertThat(json.at("/arms/1/params/micros").asString()).isEqualTo("300");
    List<Integer> arms = new ArrayList<>();
    Set<String> counting = new TreeSet<>();
    for (JsonNode fork : json.at("/forks")) {
      arms.add(fork.at("/arm").asInt());
      if (!fork.at("/validity/verdict").asString().equals("INVALID")) {
        counting.add(fork.at("/arm").asInt() == 0 ? "50" : "300");
      }
      long leastNs = fork.at("/arm").asInt() == 0 ? 50_000 : 300_000;
      assertThat(fork.at("/service/min").asLong()).isGreaterThanOrEqualTo(leastNs);
    }
    // in blocks, each with every combination once
    assertThat(arms.subList(0, 2)).containsExactlyInAnyOrder(0, 1);
    assertThat(arms.subList(2, 4)).containsExactlyInAnyOrder(0, 1);
    assertThat(json.at("/summary").propertyNames()).contains("arm 0 response", "arm 1 probe work");
    JsonNode stored = StoredFiles.json(StoredFiles.runs(folder).getFirst().resolve("run.json"));
    assertThat(stored.at("/arms")).isEqualTo(json.at("/arms"));

    String jmh = call("export", "@1", "--format", "jmh");
    String teamcity = call("export", "@1", "--format", "teamcity");
    // arms without a fork that counts, as on a busy machine, have no figures to export
    for (String micros : counting) {
      assertThat(jmh).contains("\"micros\" : \"" + micros + "\"").doesNotContain("\"arm\"");
      // how many figures depends on the episodes of the load; the task's own time has the most
      assertThat(teamcity)
          .contains("key='" + TASK + " micros=" + micros + " label=work probe work p50, ns'");
    }
    String csv = call("export", "@1", "--format", "csv");
    assertThat(csv.isEmpty()).isEqualTo(counting.isEmpty());
    assertThat(csv.lines().limit(1))
        .allMatch(head -> head.endsWith("rate_per_s,Param: micros,Param: label"));
    assertThat(call("runs")).contains("ItsTime micros=50,300 ");
    assertThat(call("compare", "@1", "--details")).contains("param micros", "A: 50", "B: 300");
  }

  @Test
  void shouldCompareWithTheArmOfTheSameParameters() {
    assertThat(bench("--param=micros=50,300", "--forks=1", "--name=older").exit()).isIn(0, 5);

    Ended ended = bench("--param=micros=300,50", "--forks=1", "--against=older", "--json");

    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/comparisons")).hasSize(2);
    assertThat(json.at("/comparisons/0/a/arm").asInt()).isEqualTo(1);
    assertThat(json.at("/comparisons/0/a/label").asString()).endsWith(", micros=300 label=work");
    assertThat(json.at("/comparisons/1/a/arm").asInt()).isZero();
    JsonNode chosen =
        StoredFiles.json(call("compare", "older", "@1", "--param=micros=300", "--json"));
    assertThat(chosen.at("/a/arm").asInt()).isEqualTo(1);
    assertThat(chosen.at("/b/arm").asInt()).isZero();
    assertThat(FoliotProcess.call(folder, "compare", "older", "@1").errors())
        .singleElement()
        .asString()
        .contains("has 2 arms (0 micros=50 label=work, 1 micros=300 label=work)");
    assertThat(FoliotProcess.call(folder, "compare", "older", "@1", "--param=micros=3").errors())
        .singleElement()
        .asString()
        .contains("has no arm with micros=3 (0 micros=50");
    assertThat(FoliotProcess.call(folder, "compare", "older", "--param=micros=300").errors())
        .singleElement()
        .asString()
        .contains("--param chooses the arm of two runs");
    Ended refused = bench("--param=micros=77,50", "--against=older");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.errors())
        .singleElement()
        .asString()
        .contains("run older has no arm with micros=77 label=work");
  }

  @Test
  void shouldShowATableByParameterOfTheDefaults() {
    Ended ended = bench("--forks=1");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    assertThat(ended.out())
        .containsPattern("(?m)^micros +p50 +p99 +p99.9 +max +achieved +valid")
        // on a busy machine a fork may not keep up
        .containsPattern("(?m)^20 +.* (of 1|SATURATED)")
        .containsPattern("(?m)^200 +.* (of 1|SATURATED)");
    assertThat(ended.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void shouldPassAnyTextToTheFork() throws Exception {
    Ended ended = bench("--param=micros=20", "--param=label=a=b c%\u00b5", "--forks=1", "--json");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/arms/0/params/label").asString()).isEqualTo("a=b c%\u00b5");
    assertThat(json.at("/forks/0/probes").propertyNames()).containsExactly("a=b c%\u00b5");
    assertThat(ended.err()).doesNotContain("combinations");
  }

  private Ended bench(String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                TASK,
                "--classpath=" + FoliotProcess.tasks(),
                "--rate=500/s",
                "--warmup=0s",
                "--duration=300ms",
                "--no-wait"));
    words.addAll(List.of(options));
    return FoliotProcess.call(folder, "bench", words.toArray(String[]::new));
  }

  private String call(String command, String... words) {
    return FoliotProcess.call(folder, command, words).out();
  }
}
