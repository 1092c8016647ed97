package dev.foliot.store.export;

import static dev.foliot.store.export.ExportedRuns.JDK_17;
import static dev.foliot.store.export.ExportedRuns.JDK_25;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.store.Arm;
import dev.foliot.store.CsvTest;
import dev.foliot.store.Examples;
import dev.foliot.store.HistogramLog;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.TaggedInterval;
import dev.foliot.store.Verdict;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ExportTest {
  private static final List<LoadRecord> TWO_LOADS =
      List.of(Examples.load(40_000, "40k/s"), Examples.load(1_500, "1.5k/s"));

  /** Text that could control a terminal, a spreadsheet, a page or a parser of lines. */
  private static final List<String> HOSTILE =
      List.of(
          "</script><script>alert(1)</script>",
          "\u001b[2J\u001b]0;title\u0007",
          "\u202ertl\u2069",
          "=cmd|' /C calc'!A0",
          "a\n#[StartTime: 0 (seconds since epoch)]\r\n\"x\"",
          "a.b",
          "x".repeat(10_000) + "1",
          "x".repeat(10_000) + "2");

  @TempDir Path temp;

  @FunctionalInterface
  private interface Writing {
    void to(OutputStream out) throws IOException;
  }

  private static String text(Writing writing) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    writing.to(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String golden(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(ExportTest.class.getResourceAsStream("/golden/export/" + name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Export hostile() {
    return Export.of(
        ExportedRuns.with(temp, List.of(JDK_25), List.of(Examples.load(40_000, "40k/s")))
            .fork(0, 0, Verdict.VALID, HOSTILE)
            .done("com.acme.\u001b[2J</script>"));
  }

  @Test
  void shouldWriteWhatTheGoldenFilesHold() throws IOException {
    Export export = Export.of(ExportedRuns.usual(temp));

    assertThat(text(export::csv)).isEqualTo(golden("run.csv"));
    assertThat(text(export::smaller)).isEqualTo(golden("smaller.json"));
    assertThat(text(export::jmh)).isEqualTo(golden("jmh.json"));
    assertThat(text(out -> export.hgrm(0, out))).isEqualTo(golden("response.hgrm"));
  }

  @Test
  void shouldLeaveOutForksThatSayNothing() {
    Export export = Export.of(ExportedRuns.usual(temp));

    assertThat(export.leftOut()).containsExactly(2);
    assertThat(export.series())
        .containsExactly(
            "response",
            "service",
            "lag",
            "backlog",
            "lateness",
            "jitter",
            "probe put",
            "probe take");
  }

  @Test
  void shouldHaveNothingToSayOfARunThatIsInvalid() {
    StoredRun run =
        ExportedRuns.with(temp, List.of(JDK_25), TWO_LOADS)
            .fork(0, 1, Verdict.INVALID, List.of())
            .done();

    assertThat(Export.of(run).series()).isEmpty();
    assertThat(Export.of(run).leftOut()).containsExactly(1);
  }

  @Test
  void shouldNameArmsAndLoadsWhereThereAreSeveral() throws IOException {
    ExportedRuns runs = ExportedRuns.with(temp, List.of(JDK_25, JDK_17), TWO_LOADS);
    for (int arm = 0; arm < 2; arm++) {
      for (int load = 0; load < 2; load++) {
        runs.fork(arm, load, Verdict.VALID, List.of("put"));
      }
    }
    Export export = Export.of(runs.done());

    assertThat(export.series())
        .hasSize(4 * 7)
        .contains("arm 0 load 0 response", "arm 1 load 1 probe put")
        .doesNotHaveDuplicates();
    assertThat(export.find("arm 1 load 0 service")).isEqualTo(export.find("arm-1-load-0-service"));
    assertThat(export.find("service")).isEmpty();
    assertThat(export.fileName(export.find("arm 1 load 1 probe put").orElseThrow()))
        .isEqualTo("arm-1-load-1-probe-0");
    assertThat(jmhKeys(export))
        .contains(
            "com.acme.Hop.response {arm=0, arrivals=constant, dispatch=inline, rate=40k/s}",
            "com.acme.Hop.probe {arm=1, arrivals=constant, dispatch=inline, probe=put,"
                + " rate=1.5k/s}")
        .doesNotHaveDuplicates();
    assertThat(names(text(export::smaller), "name"))
        .contains("com.acme.Hop arm 1 at 1.5k/s response p99")
        .doesNotHaveDuplicates();
    assertThat(CsvTest.parse(text(export::csv)))
        .filteredOn(row -> row.get(3).equals("service") && row.get(4).equals("50"))
        .extracting(row -> row.get(2) + " " + row.get(7))
        .containsExactly("0 40000.0", "0 1500.0", "1 40000.0", "1 1500.0");
    assertThat(logged(text(export::hlog)).keySet())
        .contains("arm-1-load-1-probe-0", "warmup-arm-0-load-0-response");
  }

  /** Runs of the same parameters match by their keys, whichever other values they have. */
  @Test
  void shouldNameArmsByTheParametersOfTheTask() throws IOException {
    Export one = Export.of(withParams("one", List.of(JDK_25), "1", "64"));
    Export other = Export.of(withParams("other", List.of(JDK_25), "64"));

    assertThat(one.series()).contains("arm 0 response", "arm 1 probe put");
    assertThat(jmhKeys(one))
        .contains(
            "com.acme.Hop.response {arrivals=constant, dispatch=inline, param.rate=x, rate=40k/s,"
                + " size=64}")
        .containsAll(jmhKeys(other))
        .doesNotHaveDuplicates();
    assertThat(names(text(one::smaller), "name"))
        .contains("com.acme.Hop size=1 rate=x response p90")
        .containsAll(names(text(other::smaller), "name"))
        .doesNotHaveDuplicates();
    assertThat(text(one::teamCity)).contains("key='com.acme.Hop size=64 rate=x response p50, ns'");
    assertThat(text(out -> one.hgrm(0, out)))
        .contains("com.acme.Hop, arm 0 response, size=1 rate=x,");
    assertThat(text(one::hlog)).contains("[Tag arm-1-response: arm 1 response, size=64 rate=x]");
    List<List<String>> rows = CsvTest.parse(text(one::csv));
    assertThat(rows.getFirst()).endsWith("rate_per_s", "Param: size", "Param: rate");
    assertThat(rows).extracting(row -> row.get(8)).containsOnly("Param: size", "1", "64");
  }

  @Test
  void shouldKeepJdksApartBesideParameters() throws IOException {
    Export export = Export.of(withParams("jdks", List.of(JDK_25, JDK_17), "1", "64"));

    assertThat(names(text(export::smaller), "name"))
        .contains("com.acme.Hop arm 3 size=64 rate=x response p50")
        .doesNotHaveDuplicates();
    assertThat(jmhKeys(export)).doesNotHaveDuplicates();
  }

  private StoredRun withParams(String folder, List<Arm> jdks, String... sizes) throws IOException {
    List<Arm> arms = new ArrayList<>();
    for (Arm jdk : jdks) {
      for (String size : sizes) {
        Map<String, String> params = new LinkedHashMap<>();
        params.put("size", size);
        params.put("rate", "x");
        arms.add(new Arm(jdk.jdk(), jdk.jdkVersion(), jdk.jvmArgs(), null, params));
      }
    }
    ExportedRuns runs =
        ExportedRuns.with(
            Files.createDirectories(temp.resolve(folder)),
            arms,
            List.of(Examples.load(40_000, "40k/s")));
    for (int arm = 0; arm < arms.size(); arm++) {
      runs.fork(arm, 0, Verdict.VALID, List.of("put"));
    }
    return runs.done();
  }

  @Test
  void shouldNumberLoadsThatHaveTheSameRate() throws IOException {
    StoredRun run =
        ExportedRuns.with(
                temp, List.of(JDK_25), List.of(Examples.load(1, "1/s"), Examples.load(1, "1/s")))
            .fork(0, 0, Verdict.VALID, List.of())
            .fork(0, 1, Verdict.VALID, List.of())
            .done();

    assertThat(names(text(Export.of(run)::smaller), "name"))
        .contains("com.acme.Hop load 0 response p50", "com.acme.Hop load 1 response p50");
  }

  private static List<String> names(String json, String field) {
    List<String> names = new ArrayList<>();
    JsonMapper.shared().readTree(json).forEach(entry -> names.add(entry.path(field).asString()));
    return names;
  }

  @Test
  void shouldWriteALogThatHdrHistogramReads() throws IOException {
    StoredRun run = ExportedRuns.usual(temp);

    Map<String, Histogram> logged = logged(text(Export.of(run)::hlog));

    assertThat(logged).hasSize(16);
    assertThat(logged.get("response")).isEqualTo(sum(run, "response", "response"));
    assertThat(logged.get("warmup-lag")).isEqualTo(sum(run, "warmup-lag", "warmup-lag"));
    // The third fork made its probes in another order.
    assertThat(logged.get("probe-0")).isEqualTo(sum(run, "probe-0", "probe-1"));
    assertThat(logged.get("warmup-probe-1"))
        .isEqualTo(sum(run, "warmup-probe-1", "warmup-probe-0"));
  }

  /** What the first and the third fork recorded under their tags. */
  private static Histogram sum(StoredRun run, String ofFirst, String ofThird) {
    Histogram sum = new Histogram(3);
    sum.add(Objects.requireNonNull(run.totals(1).get(ofFirst)));
    sum.add(Objects.requireNonNull(run.totals(3).get(ofThird)));
    assertThat(sum.getTotalCount()).isPositive();
    return sum;
  }

  /** By tag what HdrHistogram's own reader finds, in the order of time. */
  private static Map<String, Histogram> logged(String log) {
    Map<String, Histogram> byTag = new TreeMap<>();
    try (HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)))) {
      long last = 0;
      while (reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        if (!(next instanceof Histogram interval)) {
          // The comment at the end.
          assertThat(reader.hasNext()).isFalse();
          break;
        }
        assertThat(next.getStartTimeStamp()).isGreaterThanOrEqualTo(last);
        last = next.getStartTimeStamp();
        byTag.computeIfAbsent(next.getTag(), tag -> new Histogram(3)).add(interval);
      }
    }
    return byTag;
  }

  @Test
  void shouldWriteALogThatThisModuleReads() throws IOException {
    StoredRun run = ExportedRuns.usual(temp.resolve("store"));
    Path file = temp.resolve("run.hlog");
    Files.writeString(file, text(Export.of(run)::hlog));
    List<TaggedInterval> intervals = new ArrayList<>();

    HistogramLog.read(file, intervals::add);

    assertThat(intervals).hasSize(2 * 8 * 3);
    assertThat(intervals.getFirst().startOffsetS()).isEqualTo(-0.5);
    assertThat(intervals.getLast().startOffsetS()).isEqualTo(40.5);
  }

  @Test
  void shouldWriteADistributionThatCountsEverything() throws IOException {
    Export export = Export.of(ExportedRuns.usual(temp));
    int take = export.find("probe take").orElseThrow();

    List<String> lines = text(out -> export.hgrm(take, out)).lines().toList();

    // Two forks of two intervals of a hundred.
    assertThat(lines)
        .filteredOn(line -> line.matches(" *[0-9.]+ +[0-9.]+ +400( .*)?"))
        .isNotEmpty();
    assertThat(lines).anyMatch(line -> line.matches("#\\[Max .*Total count +=  +400]"));
    assertThat(lines.getLast())
        .isEqualTo(
            "#[Foliot: run 20261101-100000-"
                + suffix(lines)
                + ", com.acme.Hop, probe take, microseconds, 2 forks together]");
  }

  private static String suffix(List<String> lines) {
    return lines.getLast().replaceFirst(".*100000-(....),.*", "$1");
  }

  @Test
  void shouldWriteTheFieldsThatJmhWrites() throws IOException {
    JsonNode jmh = JsonMapper.shared().readTree(golden("jmh-1.37.json"));
    JsonNode ours = JsonMapper.shared().readTree(text(Export.of(ExportedRuns.usual(temp))::jmh));

    assertThat(ours.isArray()).isTrue();
    for (JsonNode entry : ours) {
      assertAlike(jmh.get(0), entry, "");
    }
  }

  /**
   * The same fields in the same order with the same types. Only parameters have names of their own,
   * and percentiles may be missing.
   */
  private static void assertAlike(JsonNode theirs, JsonNode ours, String path) {
    assertThat(ours.getNodeType()).as(path).isEqualTo(theirs.getNodeType());
    List<String> names = List.copyOf(ours.propertyNames());
    if (path.endsWith("/params")) {
      assertThat(ours).allMatch(JsonNode::isString);
    } else if (path.endsWith("/scorePercentiles") || path.equals("/secondaryMetrics")) {
      assertThat(List.copyOf(theirs.propertyNames())).as(path).containsSubsequence(names);
      names.forEach(name -> assertAlike(theirs.path(name), ours.path(name), path + "/" + name));
    } else if (ours.isObject()) {
      assertThat(names).as(path).containsExactlyElementsOf(theirs.propertyNames());
      names.forEach(name -> assertAlike(theirs.path(name), ours.path(name), path + "/" + name));
    } else if (ours.isArray() && path.contains("rawData")) {
      assertThat(ours).as(path).isNotEmpty();
      ours.forEach(one -> assertAlike(theirs.get(theirs.size() - 1), one, path + "/"));
    } else if (ours.isArray()) {
      for (int i = 0; i < ours.size(); i++) {
        assertAlike(theirs.get(Math.min(i, theirs.size() - 1)), ours.get(i), path + "/" + i);
      }
    } else if (ours.isNumber() && !path.contains("rawDataHistogram")) {
      assertThat(ours.isIntegralNumber()).as(path).isEqualTo(theirs.isIntegralNumber());
    }
  }

  @Test
  void shouldGiveJmhTheMeanOverForksWithAnIntervalOverForks() throws IOException {
    JsonNode entry =
        JsonMapper.shared().readTree(text(Export.of(ExportedRuns.usual(temp))::jmh)).get(0);
    JsonNode metric = entry.path("primaryMetric");

    // Means of 1129.5 and 3129.5: half their distance times the quantile of one degree of freedom.
    assertThat(metric.path("score").asDouble()).isEqualTo(2_129.5);
    assertThat(metric.path("scoreError").asDouble()).isEqualTo(1_000 * 636.6192);
    assertThat(metric.path("scorePercentiles").propertyNames())
        .containsExactly("0.0", "50.0", "90.0", "99.0", "100.0");
    assertThat(metric.path("scorePercentiles").path("50.0").asDouble()).isEqualTo(2_129);
    assertThat(metric.path("scorePercentiles").path("0.0").asDouble()).isEqualTo(1_080);
    assertThat(metric.path("scorePercentiles").path("100.0").asDouble()).isEqualTo(3_179);
    JsonNode histograms = metric.path("rawDataHistogram");
    assertThat(histograms).hasSize(2);
    long count = 0;
    for (JsonNode bucket : histograms.get(0).get(0)) {
      count += bucket.get(1).asLong();
    }
    assertThat(count).isEqualTo(200);
    assertThat(entry.path("forks").asInt()).isEqualTo(2);
  }

  @Test
  void shouldGiveNoIntervalToOneFork() throws IOException {
    StoredRun run =
        ExportedRuns.with(temp, List.of(JDK_25), List.of(Examples.load(1, "1/s")))
            .fork(0, 0, Verdict.VALID, List.of())
            .done();

    JsonNode metric =
        JsonMapper.shared().readTree(text(Export.of(run)::jmh)).get(0).path("primaryMetric");

    assertThat(metric.path("scoreError").asString()).isEqualTo("NaN");
    assertThat(metric.path("scoreConfidence").get(0).asString()).isEqualTo("NaN");
  }

  /** A message of a benchmark for JMH may be many operations; JMH knows operations only. */
  @Test
  void shouldDivideTimesByTheOperationsOfAMessage() throws IOException {
    Arm ten = new Arm("/opt/jdk-25", "25", List.of(), null, Map.of(Arm.OPERATIONS, "10"));
    StoredRun run =
        ExportedRuns.with(temp, List.of(JDK_25, ten), List.of(Examples.load(1, "1/s")))
            .fork(0, 0, Verdict.VALID, List.of())
            .fork(1, 0, Verdict.VALID, List.of())
            .done();
    JsonNode entries = JsonMapper.shared().readTree(text(Export.of(run)::jmh));
    JsonNode batched =
        entries
            .valueStream()
            .filter(one -> one.path("params").has(Arm.OPERATIONS))
            .findFirst()
            .orElseThrow();
    JsonNode message =
        entries
            .valueStream()
            .filter(one -> one.path("benchmark").equals(batched.path("benchmark")))
            .filter(one -> !one.path("params").has(Arm.OPERATIONS))
            .findFirst()
            .orElseThrow();

    // the second fork's durations are 1,000 ns longer
    assertThat(batched.at("/primaryMetric/score").asDouble() * 10)
        .isCloseTo(message.at("/primaryMetric/score").asDouble() + 1_000, within(1e-6));
    assertThat(batched.at("/primaryMetric/scorePercentiles/0.0").asDouble() * 10)
        .isCloseTo(
            message.at("/primaryMetric/scorePercentiles/0.0").asDouble() + 1_000, within(1e-6));
    assertThat(batched.at("/secondaryMetrics/p0.50/score").asDouble() * 10)
        .isCloseTo(message.at("/secondaryMetrics/p0.50/score").asDouble() + 1_000, within(1e-6));
    assertThat(batched.at("/primaryMetric/rawDataHistogram/0/0/0/0").asDouble() * 10)
        .isGreaterThan(message.at("/primaryMetric/rawDataHistogram/0/0/0/0").asDouble());
  }

  @Test
  void shouldWriteTimesAsJmhDoes() {
    assertThat(JmhExport.time(10_000_000_000L)).isEqualTo("10 s");
    assertThat(JmhExport.time(200_000_000L)).isEqualTo("200 ms");
    assertThat(JmhExport.time(1_500)).isEqualTo("1500 ns");
    assertThat(JmhExport.time(0)).isEqualTo("0 s");
  }

  @Test
  void shouldKeepHostileNamesApartAndHarmless() throws IOException {
    Export export = hostile();
    int probes = HOSTILE.size();

    assertThat(export.series()).hasSize(6 + probes).doesNotHaveDuplicates();
    assertThat(export.series()).allMatch(name -> name.length() < 300);
    assertThat(export.series().stream().map(export::find)).doesNotHaveDuplicates();
    String all = text(export::csv) + text(export::jmh) + text(export::smaller) + text(export::hlog);
    for (int i = 0; i < export.series().size(); i++) {
      int series = i;
      all += text(out -> export.hgrm(series, out));
      assertThat(export.fileName(i)).matches("[a-z0-9-]+");
    }
    assertThat(all)
        .doesNotContainPattern("[\\p{Cc}&&[^\n]]")
        .doesNotContain("\u202e", "\u2069", "x".repeat(1_000));
  }

  @Test
  void shouldKeepHostileNamesOutOfTheStructureOfEachFormat() throws IOException {
    Export export = hostile();

    List<List<String>> rows = CsvTest.parse(text(export::csv));
    assertThat(rows).allMatch(row -> row.size() == 8);
    assertThat(rows).noneMatch(row -> row.stream().anyMatch(cell -> cell.startsWith("=")));
    assertThat(rows.stream().map(row -> row.get(3)).distinct()).hasSize(1 + export.series().size());
    assertThat(names(text(export::jmh), "benchmark"))
        .hasSize(export.series().size())
        .allMatch(name -> name.startsWith("com.acme.\uFFFD[2J</script> (class)."))
        .allMatch(name -> name.lastIndexOf('.') == "com.acme.?[2J</script> (class)".length())
        .anyMatch(name -> name.endsWith(".probe"));
    assertThat(jmhKeys(export)).doesNotHaveDuplicates().anyMatch(key -> key.contains("probe=a.b"));
    assertThat(names(text(export::smaller), "name")).doesNotHaveDuplicates();
    assertThat(logged(text(export::hlog))).hasSize(2 * export.series().size());
  }

  /** Viewers of JMH's results and actions of CI find an entry in another run by its key. */
  @Test
  void shouldMatchAnotherRunEntryByEntry() throws IOException {
    Export one = Export.of(twoLoads("one"));
    Export other = Export.of(twoLoads("other"));

    assertThat(one.find("response")).isEqualTo(other.find("response"));
    assertThat(jmhKeys(one)).isEqualTo(jmhKeys(other)).doesNotHaveDuplicates();
    assertThat(names(text(one::smaller), "name"))
        .isEqualTo(names(text(other::smaller), "name"))
        .doesNotHaveDuplicates();
  }

  private StoredRun twoLoads(String folder) throws IOException {
    return ExportedRuns.with(
            Files.createDirectories(temp.resolve(folder)), List.of(JDK_25), TWO_LOADS)
        .fork(0, 0, Verdict.VALID, List.of("put"))
        .fork(0, 1, Verdict.VALID, List.of("put"))
        .done();
  }

  /** As viewers build it: the benchmark with its params. */
  private static List<String> jmhKeys(Export export) throws IOException {
    List<String> keys = new ArrayList<>();
    for (JsonNode entry : JsonMapper.shared().readTree(text(export::jmh))) {
      Map<String, String> params = new TreeMap<>();
      entry
          .path("params")
          .properties()
          .forEach(p -> params.put(p.getKey(), p.getValue().asString()));
      keys.add(entry.path("benchmark").asString() + " " + params);
    }
    return keys;
  }

  @Test
  void shouldWriteFurtherPercentilesInEveryFormatThatHasThem() throws IOException {
    Export export =
        Export.of(
            ExportedRuns.with(temp, List.of(JDK_25), List.of(Examples.load(40_000, "40k/s")))
                .rarest()
                .fork(0, 0, Verdict.VALID, List.of("put"))
                .fork(0, 0, Verdict.VALID, List.of("put"))
                .done());

    assertThat(text(export::csv)).contains(",response,99.999,");
    assertThat(text(export::teamCity)).contains("response p99.999, ns'", "probe put p99.999, ns'");
    assertThat(text(export::smaller)).contains(" response p99.999\"");
    assertThat(text(export::jmh)).contains("\"99.999\" : ", "\"p0.99999\" : ");
    JsonNode response = JsonMapper.shared().readTree(text(export::jmh)).get(0);
    assertThat(response.at("/secondaryMetrics/gc.alloc.rate.norm/score").asDouble()).isEqualTo(1.5);
    assertThat(response.at("/secondaryMetrics/gc.alloc.rate.norm/scoreUnit").asString())
        .isEqualTo("B/op");
  }

  @Test
  void shouldWriteWhatPrometheusReads() throws IOException {
    String text = text(Export.of(ExportedRuns.usual(temp))::prometheus);

    assertThat(text.lines())
        .allMatch(line ->
            line.startsWith("# ")
                || line.matches("foliot_[a-z_]+\\{([a-z]+=\"[^\"\\n]*\",?)+} [0-9.]+"));
    assertThat(text)
        .contains(
            "# TYPE foliot_duration_seconds summary",
            "kind=\"response\"",
            "quantile=\"0.99\"",
            "foliot_duration_seconds_count{",
            "foliot_achieved_per_second{");
  }

  @Test
  void shouldWriteK6sSummaryOfALoadTestAlone() throws IOException {
    Export export = Export.of(ExportedRuns.usual(temp));

    assertThat(export.hasRequests()).isFalse();
  }

  @Test
  void shouldEscapeTheSignsOfTeamCity() throws IOException {
    assertThat(TeamCityExport.escaped("a|b'c[d]e\nf\u00b5")).isEqualTo("a||b|'c|[d|]e|nf|0x00B5");
    assertThat(text(hostile()::teamCity).lines())
        .isNotEmpty()
        .allMatch(line -> line.startsWith("##teamcity[buildStatisticValue key='"))
        .allMatch(line ->
            line.replaceAll("\\|['\\[\\]|]", "").chars().filter(c -> c == '\'').count() == 4);
  }

  @Test
  void shouldSayThatAForkIsOfNoArm() {
    StoredRun run =
        ExportedRuns.with(temp, List.of(JDK_25), List.of(Examples.load(1, "1/s")))
            .fork(1, 0, Verdict.VALID, List.of())
            .done();

    assertThatThrownBy(() -> Export.of(run))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("no arm 1");
  }

  @Test
  void shouldPassOnThatTheOutputIsFull() {
    Export export = Export.of(ExportedRuns.usual(temp));
    List<Writing> all =
        List.of(
            export::csv, export::jmh, export::smaller, export::hlog, out -> export.hgrm(0, out));

    assertThat(all)
        .allSatisfy(writing ->
            assertThatThrownBy(() -> writing.to(new Full())).hasMessage("no space left"));
  }

  private static final class Full extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      throw new IOException("no space left");
    }
  }
}
