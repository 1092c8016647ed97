package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.screen.Console;
import dev.foliot.store.Store;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
        .containsExactly("metric", "slow", "fast", "ratio", "low", "high");
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
  void shouldSayThatTheProcessorsDifferAndAskAboutTheSides() {
    String intel = CAPTURES.resolve("intel-a.csv").toString();
    String amd = CAPTURES.resolve("amd-a.csv").toString();
    assertThat(brief(intel, amd))
        .startsWith("The processors differ (Intel; AMD Zen 4 or later): no hypothesis is made of");
    assertThat(brief(intel, CAPTURES.resolve("intel-30s.csv").toString()))
        .startsWith("No difference beyond the error of the counts.");
    assertThat(brief(/* slow= */ FAST, /* fast= */ SLOW))
        .startsWith("Likely cause: more instructions")
        .containsSubsequence(
            "slow/fast",
            "question Is slow.csv the slow side? fast.csv does 3 times its instructions for each",
            "In that order: cache lines shared between cores (confidence 95 %).");
    out.reset();
    assertThat(run("counters", "compare", FAST, SLOW, "--json")).isZero();
    JsonNode json = JsonMapper.shared().readTree(text(out));
    assertThat(json.at("/question/work_per_cpu_second").asDouble()).isGreaterThan(2.9);
    assertThat(json.at("/slow/name").asString()).endsWith("fast.csv");
    assertThat(json.at("/slow/cpu").asString()).isEqualTo("Intel");
  }

  private String brief(String slow, String fast) {
    out.reset();
    String[] words = {"counters", "compare", slow, fast};
    assertThat(Commands.execute(words, new Console(stream(out), stream(err), false)))
        .as(text(err))
        .isZero();
    return text(out).replaceAll("\\s+", " ");
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
  void shouldCompareTheTopDownLevelsOfStoredDiagnoses() {
    Map<String, Double> counters = Map.of("cycles", 2e9, "instructions", 1e9);
    String slow = keep(counters, Map.of("tma_machine_clears (%)", 18.0));
    String fast =
        keep(Map.of("cycles", 1e9, "instructions", 1e9), Map.of("tma_machine_clears (%)", 3.0));

    assertThat(run("counters", "compare", slow, fast)).as(text(err)).isZero();
    assertThat(text(out))
        .contains("1. cache lines shared between cores", "tma_machine_clears (%) 18 against 3");
  }

  /** Whatever lies where a diagnosis was: one line that names the file, and exit code 2. */
  @Test
  void shouldRefuseADamagedDiagnosis() throws IOException {
    String good =
        Files.readString(
            temp.resolve("store")
                .resolve(keep(Map.of("task-clock", 5_000.0, "page-faults", 12.0)))
                .resolve("diagnosis.json"));
    assertThat(good).contains("\"task-clock\" : 5000.0", "\"foliot.diagnosis/1\"");
    List<byte[]> damaged =
        Stream.of(
                good.substring(0, good.length() / 2),
                good.substring(0, 12),
                good.replace("foliot.diagnosis/1", "foliot.diagnosis/9"),
                good.replace("foliot.diagnosis/1", "foliot.run/1"),
                good.replace("foliot.diagnosis/1", "\u001b[2J\n"),
                good.replace("\"task-clock\" : 5000.0", "\"task-clock\" : \"long\""),
                good.replace("\"task-clock\" : 5000.0", "\"task-clock\" : null"),
                good.replace("\"task-clock\" : 5000.0", "\"task-clock\" : -5.0"),
                good.replace("\"task-clock\" : 5000.0", "\"task-clock\" : 1e999"),
                good.replace("\"counters\" : {", "\"counters\" : [ {"),
                good.replace("\"examinations\"", "\"examined\""),
                good.replace("\"counters\" : {", "\"metrics\" : {"),
                good + "x".repeat(17 << 20),
                good.replace("com.acme.Main", "[".repeat(100_000)).replace("\"jvm\"", "[\"jvm\""),
                "{\"schema\" : \"foliot.diagnosis/1\", \"examinations\" : " + "[".repeat(9_000),
                "null",
                "[]",
                "{}",
                "")
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .collect(Collectors.toCollection(ArrayList::new));
    damaged.add(new byte[] {'{', 0, (byte) 0xff, 1});
    damaged.add("{\"schema\" : \"foliot.diagnosis/1\"\0\0".getBytes(StandardCharsets.UTF_8));
    Path file = temp.resolve("diagnosis.json");
    for (byte[] bytes : damaged) {
      String head = new String(bytes, 0, Math.min(300, bytes.length), StandardCharsets.UTF_8);
      Files.write(file, bytes);
      for (List<String> sides :
          List.of(List.of(file.toString(), SLOW), List.of(SLOW, file.toString()))) {
        err.reset();
        assertThat(run("counters", "compare", sides.getFirst(), sides.getLast()))
            .as("%s: %s", head, text(err))
            .isEqualTo(2);
        assertThat(text(err).lines())
            .as(head)
            .singleElement()
            .asString()
            .startsWith("foliot: ")
            .contains("diagnosis.json")
            .doesNotContain("\u001b", "no object of perf stat -j")
            .hasSizeLessThan(1_200);
      }
    }
    assertThat(text(out)).isEmpty();
  }

  @Test
  void shouldRefuseADamagedDiagnosisOfTheStore() throws IOException {
    String id = keep(Map.of("task-clock", 5_000.0));
    Path file = temp.resolve("store").resolve(id).resolve("diagnosis.json");
    Files.writeString(file, Files.readString(file).substring(0, 90));

    assertThat(run("counters", "compare", id, SLOW)).isEqualTo(2);
    assertThat(text(err).lines()).singleElement().asString().contains("diagnosis.json");
    Files.delete(file);
    err.reset();
    assertThat(run("counters", "compare", id, SLOW)).isEqualTo(2);
    assertThat(text(err).lines()).hasSize(1);
  }

  /** Its statistics are a capture; its tables and what it recorded are none. */
  @Test
  void shouldCompareTheStatisticsOfPerfC2cAndRefuseTheRest() throws IOException {
    String whole =
        """
        =================================================
                    Trace Event Information
        =================================================
          Total records                     :       1000
          Load Operations                   :        900
          Load Fill Buffer Hit              :        800
          Load Local HITM                   :         %s
          Store Operations                  :        100
        =================================================
            Global Shared Cache Line Event Information
        =================================================
          Load HITs on shared lines         :         %s
        """;
    String tables =
        """
        =================================================
                   Shared Data Cache Line Table
        =================================================
        #        ----------- Cacheline ----------      Tot  ------- Load Hitm -------
              0      0x7f1c12345680       0     812   92.31%      19       19        0
        """;
    Path sick = Files.writeString(temp.resolve("sick.txt"), whole.formatted("90", "700") + tables);
    Path well = Files.writeString(temp.resolve("well.txt"), whole.formatted("1", "3"));
    assertThat(run("counters", "compare", sick.toString(), well.toString())).as(text(err)).isZero();
    assertThat(text(out)).contains("cache lines shared between cores", "perf c2c report --stats");
    out.reset();
    String good = whole.formatted("9", "3");
    Path cut =
        Files.writeString(temp.resolve("cut.txt"), good.substring(0, good.indexOf("Global")));
    Path broken = Files.writeString(temp.resolve("broken.txt"), whole.formatted("9x", "3"));
    Path table = Files.writeString(temp.resolve("table.txt"), tables);
    Path recorded = Files.writeString(temp.resolve("perf.data"), "PERFILE2\0\0h\0\0");
    for (Path file : List.of(cut, broken, table, recorded)) {
      assertThat(run("counters", "compare", file.toString(), well.toString())).isEqualTo(2);
    }
    assertThat(run("counters", "compare", sick.toString(), SLOW)).isEqualTo(2);
    assertThat(text(err).lines()).hasSize(5).allMatch(line -> line.startsWith("foliot: "));
    assertThat(text(err))
        .containsSubsequence(
            "the statistics of perf c2c are cut off",
            "broken.txt:7: no number in the statistics of perf c2c",
            "give its statistics, which perf c2c report --stats prints",
            "what perf c2c report --stats prints",
            "no metric in common");
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
    return keep(counters, Map.of());
  }

  private String keep(Map<String, Double> counters, Map<String, Double> metrics) {
    DiagnosisRecord diagnosis =
        new DiagnosisRecord(
            DiagnosisRecord.SCHEMA,
            new DiagnosisRecord.Examined(
                4711,
                new DiagnosisRecord.Jvm("17.0.15", "Debian", "com.acme.Main", null),
                "2026-12-01T09:00:00Z",
                5,
                List.of()),
            null,
            Map.of(
                "counters",
                new ExaminationRecord(
                    ExaminationRecord.Status.DONE,
                    null,
                    "counted",
                    List.of(),
                    List.of(),
                    new ExaminationRecord.Counts(counters, metrics))),
            List.of(),
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
        Stream.concat(
                Stream.of(args),
                Stream.of("--details", "--store", temp.resolve("store").toString()))
            .toArray(String[]::new);
    return Commands.execute(words, new Console(stream(out), stream(err), false));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
