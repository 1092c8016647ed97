package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.TakesTwoHundredMicros;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Several rates in one bench. The task here can do 5,000 messages a second, and no more. */
final class RatesTest {
  @TempDir Path folder;

  @Test
  void shouldSweepRatesPastTheKnee() throws Exception {
    JsonNode json = StoredFiles.json(bench("--rate=20k/s,500/s", "--forks=2", "--json").out());

    assertThat(json.at("/loads/0/rate_per_s").asDouble()).isEqualTo(500);
    assertThat(json.at("/loads/1/rate_per_s").asDouble()).isEqualTo(20_000);
    assertThat(json.at("/load")).isEqualTo(json.at("/loads/0"));
    List<Integer> loads = new ArrayList<>();
    for (JsonNode fork : json.at("/forks")) {
      loads.add(fork.at("/load").asInt());
      if (fork.at("/load").asInt() == 1) {
        assertThat(fork.at("/validity/reasons").toString()).contains("SATURATED: ");
      }
    }
    assertThat(loads.subList(0, 2)).containsExactlyInAnyOrder(0, 1);
    assertThat(loads.subList(2, 4)).containsExactlyInAnyOrder(0, 1);
    assertThat(json.at("/summary").propertyNames()).contains("load 0 response", "load 1 jitter");
    assertThat(json.at("/validity/reasons").toString())
        .contains("20k/s is more than the system takes: SATURATED in 2 of 2 forks");
  }

  @Test
  void shouldShowASweepAsATable() throws Exception {
    Ended ended = bench("--rate=500/s,20k/s", "--forks=4");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    assertThat(ended.out())
        .contains("2 rates from 500/s to 20,000/s", "over 4 forks", "each of the 8 forks: ")
        .containsPattern("(?m)^20,000/s .*SATURATED")
        .containsPattern("(?m)^knee: ")
        .doesNotContain("fork 1: ");
  }

  private Ended bench(String... options) throws IOException, InterruptedException {
    return start(options).end();
  }

  private FoliotProcess start(String... options) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "bench",
                TakesTwoHundredMicros.class.getName(),
                "--classpath",
                FoliotProcess.tasks(),
                "--warmup=0s",
                "--duration=300ms",
                "--timeout=1s"));
    words.addAll(List.of(options));
    return FoliotProcess.start(folder, words.toArray(String[]::new));
  }
}
