package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.Healthy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code foliot bench} and {@code foliot runs} as a user runs them. */
final class BenchTest {
  private static final String LESSON = "dev.foliot.samples.Lesson02_QueueHop";

  /** The launcher finds them without being told. */
  private static final String LESSONS =
      FoliotProcess.inTree("cli/target/dist/samples/foliot-samples.jar").toString();

  /** A busy machine may make any fork INVALID, which is 5; everything else must hold. */
  private static final List<Integer> USABLE = List.of(0, 5);

  @TempDir Path folder;

  @Test
  void shouldPrintATableAndStoreTheRun() throws Exception {
    Ended ended =
        FoliotProcess.run(
            folder,
            "bench",
            LESSON,
            "--details",
            "--rate",
            "20k/s",
            "--forks",
            "2",
            "--warmup",
            "200ms",
            "--duration",
            "500ms");

    assertThat(ended.exit()).as(ended.err()).isIn(USABLE);
    assertThat(ended.out())
        .contains(LESSON, "fork 1: ", "fork 2: ", "99.99%", "worst")
        .containsPattern("end to end +[0-9-]")
        .containsPattern("  put +[0-9]")
        .containsPattern("  take +[0-9]")
        .containsPattern("OS jitter +[0-9-]")
        .containsPattern("over the forks");
    Path run = StoredFiles.runs(folder).getFirst();
    for (String file :
        List.of("fork.json", "fork.log", "histograms.hlog", "series.csv", "slowest.csv")) {
      assertThat(run.resolve("fork-002").resolve(file)).exists();
    }
    JsonNode stored = StoredFiles.json(run.resolve("run.json"));
    assertThat(stored.at("/schema").asString()).isEqualTo("foliot.run/1");
    assertThat(stored.at("/complete").asBoolean()).isTrue();
    assertThat(stored.at("/environment/cpu_count").asInt()).isPositive();
    assertThat(FoliotProcess.call(folder, "runs").out())
        .contains("@1", run.getFileName().toString());
  }

  @Test
  void shouldGoAtFullSpeedAndCompareItself() throws Exception {
    Ended ended = fullSpeed("--json");

    assertThat(ended.exit()).as(ended.err()).isIn(USABLE);
    assertThat(StoredFiles.json(ended.out()).at("/forks/1/completed").asLong()).isPositive();
    JsonNode load = StoredFiles.json(StoredFiles.runs(folder).getFirst().resolve("run.json"));
    assertThat(load.at("/loads/0/rate").asString()).isEqualTo("max");
    assertThat(load.at("/loads/0/rate_per_s").asDouble()).isZero();
    Ended again = fullSpeed("--against", "@1");
    assertThat(again.exit()).as(again.err()).isIn(USABLE);
    assertThat(again.out()).containsPattern("ustains|full speed");
  }

  /** Beside others a fork may be SATURATED, which is another answer: see BenchAnswerTest. */
  @Tag("real-time")
  @Test
  void shouldSayAtFullSpeedThatNobodyWaits() {
    Ended ended = fullSpeed();

    assertThat(ended.exit()).as(ended.err()).isIn(USABLE);
    assertThat(ended.out())
        .contains("At full speed it does ", "a closed loop, in which nobody waits")
        .containsPattern("--rate[ \\\\\n]+auto");
  }

  private Ended fullSpeed(String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                Healthy.class.getName(),
                "--classpath",
                FoliotProcess.tasks(),
                "--rate=max",
                "--forks=2",
                "--warmup=100ms",
                "--duration=300ms"));
    words.addAll(List.of(options));
    return FoliotProcess.call(folder, "bench", words.toArray(String[]::new));
  }

  @Test
  void shouldPrintOneJsonObjectWithEveryMessageCounted() throws Exception {
    Ended ended =
        FoliotProcess.call(
            folder,
            "bench",
            LESSON,
            "--classpath",
            LESSONS,
            "--rate=20k/s",
            "--forks=1",
            "--warmup=0s",
            "--duration=500ms",
            "--seed=42",
            "--json");

    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/schema").asString()).isEqualTo("foliot.bench/1");
    assertThat(json.at("/load/rate_per_s").asDouble()).isEqualTo(20_000);
    assertThat(json.at("/load/seed").asLong()).isEqualTo(42);
    JsonNode fork = json.at("/forks/0");
    for (String kind : List.of("response", "service", "lag", "backlog", "lateness", "probes/put")) {
      assertThat(fork.at("/" + kind + "/count").asLong()).as(kind).isEqualTo(10_000);
      assertThat(fork.at("/" + kind + "/unit").asString()).isEqualTo("ns");
    }
    assertThat(fork.at("/completed").asLong()).isEqualTo(10_000);
    assertThat(fork.at("/lost").asLong()).isZero();
    assertThat(loggedResponses(Path.of(json.at("/store").asString()))).isEqualTo(10_000);
  }

  /** The count by HdrHistogram's own reader under the tag of the response time. */
  private static long loggedResponses(Path run) throws IOException {
    long count = 0;
    try (InputStream in = Files.newInputStream(run.resolve("fork-001/histograms.hlog"))) {
      HistogramLogReader reader = new HistogramLogReader(in);
      while (reader.hasNext()) {
        var histogram = (org.HdrHistogram.Histogram) reader.nextIntervalHistogram();
        if (histogram != null && "response".equals(histogram.getTag())) {
          count += histogram.getTotalCount();
        }
      }
      reader.close();
    }
    return count;
  }

  @Test
  void shouldInterleaveTheForksOfSeveralJdks() throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                LESSON,
                "--classpath",
                LESSONS,
                "--forks=2",
                "--warmup=0s",
                "--duration=100ms",
                "--json"));
    List<Path> homes = List.of(Jdks.home(17), Jdks.home(25));
    homes.forEach(home -> words.addAll(List.of("--jdk", home.toString())));

    JsonNode json =
        StoredFiles.json(FoliotProcess.call(folder, "bench", words.toArray(String[]::new)).out());

    assertThat(json.at("/arms/0/jdk_version").asString()).startsWith("17");
    assertThat(json.at("/arms/1/jdk_version").asString()).startsWith("25");
    List<Integer> arms = new ArrayList<>();
    json.at("/forks").forEach(fork -> arms.add(fork.at("/arm").asInt()));
    assertThat(arms.subList(0, 2)).containsExactlyInAnyOrder(0, 1);
    assertThat(arms.subList(2, 4)).containsExactlyInAnyOrder(0, 1);
    json.at("/forks")
        .forEach(fork ->
            assertThat(fork.at("/conditions/java.version").asString())
                .startsWith(fork.at("/arm").asInt() == 0 ? "17" : "25"));
  }

  @Test
  void shouldRefuseVirtualThreadsOnAJdkThatHasNone() throws Exception {
    for (String dispatch : List.of("virtual", "adaptive-virtual")) {
      Ended ended =
          FoliotProcess.call(
              folder,
              "bench",
              Healthy.class.getName(),
              "--classpath",
              FoliotProcess.tasks(),
              "--dispatch",
              dispatch,
              "--jdk",
              Jdks.home(17).toString());

      assertThat(ended.exit()).isEqualTo(2);
      assertThat(ended.errors())
          .singleElement()
          .asString()
          .contains("--dispatch " + dispatch + " needs JDK 21");
    }
  }
}
