package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.DiagnosisFiles;
import dev.foliot.store.DiagnosisRecord;
import dev.foliot.store.ExaminationRecord;
import dev.foliot.store.Store;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the command line makes of two captures. */
class CountersCommandTest {
  private static final Path CAPTURES =
      Path.of(
          "..", "diagnose", "src", "test", "resources", "dev", "foliot", "diagnose", "counters");
  private static final String SLOW = CAPTURES.resolve("slow.csv").toString();
  private static final String FAST = CAPTURES.resolve("fast.csv").toString();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path temp;

  @Test
  void shouldShowWhatTheCountersSuggest() {
    assertThat(run("counters", "compare", SLOW, FAST)).as(text(err)).isZero();
    assertThat(text(out))
        .containsSubsequence(
            "1. cache lines shared between cores (confidence ",
            "evidence",
            "confirm",
            "foliot diagnose PID --only sharing",
            "source",
            "metric",
            "cycles per instruction",
            "slow",
            "slow.csv",
            "counted for part of the time");
    assertThat(text(err)).isEmpty();
  }

  @Test
  void shouldPrintItForATool() {
    assertThat(run("counters", "compare", SLOW, FAST, "--json")).as(text(err)).isZero();
    JsonNode json = JsonMapper.shared().readTree(text(out));
    assertThat(json.path("schema").asString()).isEqualTo("foliot.counters/1");
    assertThat(json.at("/rows/0").propertyNames())
        .containsExactly("metric", "slow", "fast", "ratio");
    assertThat(json.at("/hypotheses/0").propertyNames())
        .containsExactly("name", "confidence", "evidence", "source", "confirm");
    assertThat(json.at("/hypotheses/0/name").asString()).contains("cache lines shared");
    out.reset();
    assertThat(run("counters", "compare", SLOW, SLOW, "--json")).isZero();
    json = JsonMapper.shared().readTree(text(out));
    assertThat(json.path("hypotheses").isArray()).isTrue();
    assertThat(json.path("hypotheses")).isEmpty();
    assertThat(json.path("rows").size()).isPositive();
  }

  @Test
  void shouldCompareStoredDiagnoses() {
    String slow = keep(Map.of("task-clock", 5_000.0, "context-switches", 90_000.0));
    String fast = keep(Map.of("task-clock", 5_000.0, "context-switches", 5_000.0));

    assertThat(run("counters", "compare", slow, fast)).as(text(err)).isZero();
    assertThat(text(out)).contains("switches between threads and CPUs", "foliot diagnose)");
    out.reset();
    assertThat(run("counters", "compare", "@2", "@1")).as(text(err)).isZero();
    assertThat(text(out)).contains("context-switches per CPU-second");
    String file = temp.resolve("store").resolve(slow).resolve("diagnosis.json").toString();
    assertThat(run("counters", "compare", file, "@1")).as(text(err)).isZero();
  }

  @Test
  void shouldRefuseInOneLineWhatIsNoCapture() throws IOException {
    Path hostile = Files.writeString(temp.resolve("hostile.csv"), "\u001b[2J</script>\u202e\n");
    Path binary = Files.write(temp.resolve("binary"), new byte[] {0, 1, 2});
    Path other = Files.writeString(temp.resolve("other.csv"), "5;;x;9;100.00;;\n");
    String empty = keep(Map.of());
    assertThat(run("counters")).isEqualTo(2);
    assertThat(run("counters", "compare", SLOW)).isEqualTo(2);
    assertThat(run("counters", "compare", SLOW, hostile.toString())).isEqualTo(2);
    assertThat(run("counters", "compare", binary.toString(), SLOW)).isEqualTo(2);
    assertThat(run("counters", "compare", SLOW, temp.resolve("none.csv").toString())).isEqualTo(2);
    assertThat(run("counters", "compare", SLOW, temp.toString())).isEqualTo(2);
    assertThat(run("counters", "compare", SLOW, other.toString())).isEqualTo(2);
    assertThat(run("counters", "compare", SLOW, empty)).isEqualTo(2);
    assertThat(run("counters", "compare", SLOW, "")).isEqualTo(2);
    assertThat(text(err).lines()).hasSize(9).allMatch(line -> line.startsWith("foliot: "));
    assertThat(text(err))
        .contains(
            "hostile.csv:1: ",
            "binary:1: this is binary",
            "none.csv: no such file, and no run",
            "no metric in common",
            "this diagnosis counted nothing")
        .doesNotContain("\u001b", "\u202e");
    assertThat(text(out)).isEmpty();
  }

  @Test
  void shouldShowItsOptions() {
    assertThat(run("counters", "--help")).isZero();
    assertThat(run("counters", "compare", "--help")).isZero();
    assertThat(text(out)).contains("compare", "SLOW", "FAST", "--json", "perf stat -x");
    assertThat(text(out).lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(100));
  }

  private String keep(Map<String, Double> counters) {
    DiagnosisRecord diagnosis =
        new DiagnosisRecord(
            DiagnosisRecord.SCHEMA,
            4711,
            new DiagnosisRecord.Jvm("17.0.15", "Debian", "com.acme.Main", null),
            "2026-12-01T09:00:00Z",
            5,
            Map.of(
                "counters",
                new ExaminationRecord(
                    ExaminationRecord.Status.DONE,
                    null,
                    "counted",
                    List.of(),
                    List.of(),
                    counters)),
            List.of(),
            new DiagnosisRecord.Cost(0.5, 0, 0, 0));
    return DiagnosisFiles.write(
            Store.open(temp.resolve("store")),
            diagnosis,
            List.of("foliot", "diagnose", "4711"),
            "2026-12-01T09:00:05Z",
            Map.of(),
            true)
        .id();
  }

  private int run(String... args) {
    String[] words =
        Stream.concat(Stream.of(args), Stream.of("--store", temp.resolve("store").toString()))
            .toArray(String[]::new);
    return Foliot.execute(words, new Console(stream(out), stream(err), false));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
