package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.TakesTwoHundredMicros;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Several rates in one bench, with a task that can do at most 5,000 messages per second. */
final class RatesTest {
  @TempDir Path folder;

  @Test
  void shouldSweepRatesPastTheKnee() throws Exception {
    JsonNode json =
        StoredFiles.json(
            bench("--rate=20k/s,500/s", "--forks=1", "--duration=300ms", "--timeout=10s", "--json")
                .out());

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
    assertThat(loads).containsExactlyInAnyOrder(0, 1);
    assertThat(json.at("/summary").propertyNames()).contains("load 0 response", "load 1 jitter");
    assertThat(json.at("/validity/reasons").toString())
        .contains("SATURATED at 20k/s in 1 of 1 fork");
  }

  @Tag("real-time")
  @Test
  void shouldShowASweepAsATable() throws Exception {
    Ended ended = bench("--rate=500/s,20k/s", "--forks=4", "--duration=200ms", "--details");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    assertThat(ended.out())
        .contains("2 rates from 500/s to 20,000/s", "over 4 forks", "each of the 8 forks: ")
        .containsPattern("(?m)^20,000/s .*SATURATED")
        .containsPattern("(?m)^knee: ")
        .doesNotContain("fork 1: ");
  }

  @Tag("real-time")
  @Test
  void shouldFindTheHighestRateThatHoldsAPromise() throws Exception {
    Ended ended =
        bench("--rate=1k/s", "--find-rate=p50<40ms", "--max-forks=5", "--duration=500ms", "--json");

    JsonNode json = StoredFiles.json(ended.out());
    JsonNode search = json.at("/rate_search");
    assertThat(search.at("/promise").asString()).isEqualTo("p50<40ms");
    assertThat(search.at("/percentile").asString()).isEqualTo("p50");
    assertThat(search.at("/limit_ns").asLong()).isEqualTo(40_000_000);
    // its maximum is 5,000 per second; at 10,000 half of the messages wait longer than 100 ms
    assertThat(search.at("/rate_per_s").asDouble()).isLessThan(10_000);
    assertThat(search.at("/answer").asString()).contains("p50 < 40 ms", "forks");
    assertThat(json.at("/forks")).hasSizeBetween(4, 5);
    assertThat(json.at("/loads/0/rate_per_s").asDouble()).isEqualTo(1_000);
    for (JsonNode fork : json.at("/forks")) {
      assertThat(fork.at("/load").asInt()).isLessThan(json.at("/loads").size());
    }
    JsonNode stored = StoredFiles.json(StoredFiles.runs(folder).getFirst().resolve("run.json"));
    assertThat(stored.at("/rate_search")).isEqualTo(search);
    assertThat(stored.at("/loads")).isEqualTo(json.at("/loads"));
    assertThat(stored.at("/complete").asBoolean()).isTrue();
  }

  @Test
  void shouldSayWhatIsKnownAtAnInterruption() throws Exception {
    FoliotProcess foliot = start("--rate=1k/s", "--find-rate=p50<40ms", "--duration=500ms");
    foliot.await(() -> wholeForks() > 0);

    assertThat(
            new ProcessBuilder("kill", "-INT", Long.toString(foliot.handle().pid()))
                .start()
                .waitFor())
        .isZero();
    Ended ended = foliot.end();

    assertThat(ended.exit()).isEqualTo(130);
    assertThat(ended.errors())
        .last()
        .asString()
        .contains("interrupted; ", " kept in ", "so far: ", "p50 < 40 ms");
    JsonNode stored = StoredFiles.json(StoredFiles.runs(folder).getFirst().resolve("run.json"));
    assertThat(stored.at("/complete").asBoolean()).isFalse();
    assertThat(stored.at("/rate_search/answer").asString()).startsWith("so far: ");
  }

  /** The number of forks in the only run. */
  private int wholeForks() {
    try {
      List<Path> runs = StoredFiles.runs(folder);
      return runs.isEmpty() || !Files.exists(runs.getFirst().resolve("run.json"))
          ? 0
          : StoredFiles.json(runs.getFirst().resolve("run.json")).at("/forks").size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Ended bench(String... options) {
    return FoliotProcess.call(folder, "bench", words(options));
  }

  private FoliotProcess start(String... options) throws IOException {
    return FoliotProcess.start(
        folder,
        Stream.concat(Stream.of("bench"), Stream.of(words(options))).toArray(String[]::new));
  }

  private static String[] words(String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                TakesTwoHundredMicros.class.getName(),
                "--classpath",
                FoliotProcess.tasks(),
                "--warmup=0s"));
    if (Stream.of(options).noneMatch(option -> option.startsWith("--timeout"))) {
      words.add("--timeout=500ms");
    }
    words.addAll(List.of(options));
    return words.toArray(String[]::new);
  }
}
