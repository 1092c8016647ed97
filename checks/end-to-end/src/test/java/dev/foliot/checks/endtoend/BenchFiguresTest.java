package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.Allocates;
import dev.foliot.checks.endtoend.tasks.TakesTwoMicros;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a bench tells besides the usual percentiles: others, allocation, and collections. */
final class BenchFiguresTest {
  @TempDir Path folder;

  @Test
  void shouldTellAnyPercentileAndWhatAMessageAllocates() throws Exception {
    Ended ended =
        bench(
            Allocates.class.getName(),
            "--percentiles=25,p75,99.999",
            "--alloc",
            "--jvm-arg=-XX:+UseSerialGC",
            "--jvm-arg=-Xmx32m",
            "--json");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/percentiles").toString()).isEqualTo("[\"p25\",\"p75\",\"p99_999\"]");
    JsonNode fork = json.at("/forks/0");
    for (String kind : List.of("response", "service", "lag", "jitter")) {
      JsonNode figures = fork.at("/" + kind);
      assertThat(figures.propertyNames()).contains("p25", "p50", "p75", "p99_99", "p99_999");
      assertThat(figures.at("/p99_999").isNull()).isTrue();
      assertThat(figures.at("/insufficient/p99_999").asString()).endsWith("needs 10");
    }
    // on a busy machine there may be too few episodes for a figure, or the fork may be INVALID
    JsonNode p75 = fork.at("/response/p75");
    assertThat(p75.isNumber()).isNotEqualTo(fork.at("/response/insufficient/p75").isString());
    if (p75.isNumber()) {
      assertThat(p75.asLong())
          .isBetween(fork.at("/response/p25").asLong(), fork.at("/response/max").asLong());
    }
    boolean isInvalid = fork.at("/validity/verdict").asString().equals("INVALID");
    assertThat(json.at("/summary/response/p75/median").isNumber())
        .isEqualTo(p75.isNumber() && !isInvalid);
    double bytes = fork.at("/allocation/bytes_per_message").asDouble();
    assertThat(bytes).isBetween((double) Allocates.LEAST_BYTES, 1.1 * Allocates.LEAST_BYTES);
    assertThat(json.at("/bytes_per_message/0/median").asDouble()).isEqualTo(bytes);
    // 200 MB in a heap of 32 MB
    assertThat(fork.at("/gc/count").asLong()).isGreaterThan(5);
    assertThat(fork.at("/gc/collectors/0/name").asString()).isEqualTo("Copy");
    assertThat(json.at("/gc")).isEqualTo(fork.at("/gc"));

    Path run = StoredFiles.runs(folder).getFirst();
    assertThat(StoredFiles.json(run.resolve("run.json")).at("/percentiles"))
        .isEqualTo(json.at("/percentiles"));
    call("report", "@1");
    assertThat(Files.readString(run.resolve("report.html"))).contains("p75", "allocation: 10,0");
    String csv = call("export", "@1", "--format", "csv");
    assertThat(csv.isEmpty()).isEqualTo(isInvalid);
    if (p75.isNumber() && !isInvalid) {
      assertThat(csv).contains(",response,25,", ",response,75,");
      assertThat(call("export", "@1", "--format", "jmh"))
          .contains("\"p0.75\"", "gc.alloc.rate.norm");
    }
  }

  @Test
  void shouldShowThemInTheAnswer() {
    Ended ended = bench(Allocates.class.getName(), "--percentiles=25,95,99.999", "--alloc");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    assertThat(ended.out())
        .containsPattern("(?m)^ +p25 +p95 +p99.999 +max$")
        .containsPattern("(?m)^gc +(no collection|\\d+ collections?, .*\\(G1 .*\\))")
        .containsPattern("(?m)^alloc +10,[0-9]{3} B a message$")
        // over several lines, or what a run without a valid fork advises
        .containsPattern(
            "(?ms)^next +foliot (doctor|.* --percentiles=25,95,99.999[ \\\\\n]+--alloc)");
    assertThat(ended.out().lines()).allMatch(line -> line.length() <= 100);
    assertThat(call("report", "@1")).isNotEmpty();
  }

  @Test
  void shouldCountOnAnOlderJdkToo() throws Exception {
    Ended ended =
        FoliotProcess.call(
            folder,
            "bench",
            "dev.foliot.samples.Lesson02_QueueHop",
            "--classpath=" + FoliotProcess.inTree("cli/target/dist/samples/foliot-samples.jar"),
            "--rate=5k/s",
            "--warmup=100ms",
            "--duration=500ms",
            "--forks=1",
            "--no-wait",
            "--alloc",
            "--jdk=" + Jdks.home(17),
            "--details");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    // updates of 17 have the sum over all threads, the first ones had not
    assertThat(ended.out()).containsPattern("(?m)^alloc: [0-9,.]+ (B|kB) a message$");
  }

  @Test
  void shouldTellCollectionsAlwaysAndAllocationOnlyWhenAsked() {
    Ended ended = bench(TakesTwoMicros.class.getName(), "--json");

    JsonNode fork = StoredFiles.json(ended.out()).at("/forks/0");
    assertThat(fork.at("/gc/count").isNumber()).isTrue();
    assertThat(fork.at("/gc/collectors").size()).isPositive();
    assertThat(fork.has("allocation")).isFalse();
    assertThat(fork.at("/response").propertyNames()).contains("p99_999").doesNotContain("p95");
  }

  @Test
  void shouldRefuseWhatIsNoPercentile() {
    Ended ended = bench(TakesTwoMicros.class.getName(), "--percentiles=50,101");

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.errors())
        .singleElement()
        .asString()
        .contains("invalid percentile '101': give numbers above 0 and below 100");
    assertThat(ended.out()).isEmpty();
  }

  private Ended bench(String task, String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                task,
                "--classpath=" + FoliotProcess.tasks(),
                "--rate=10k/s",
                "--warmup=100ms",
                "--duration=2s",
                "--forks=1",
                "--no-wait"));
    words.addAll(List.of(options));
    return FoliotProcess.call(folder, "bench", words.toArray(String[]::new));
  }

  private String call(String command, String... words) {
    return FoliotProcess.call(folder, command, words).out();
  }
}
