package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import dev.foliot.text.RunReason;
import dev.foliot.text.RunReason.TooFewBeyond.Unit;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A run written by version 1. It never changes, and every later version must open it. */
class GoldenRunTest {
  private static final Reason STEAL = new LoadReason.Steal(0.015);
  private static final Reason LOST = new LoadReason.MessagesLost(1, 2001);
  private static final String KILLED = "the JVM was killed by signal 9";
  private static final long START_MS = Instant.parse("2026-11-01T10:00:07.250Z").toEpochMilli();

  private StoredRun stored;

  @BeforeEach
  void find() throws URISyntaxException {
    Path folder = Path.of(Objects.requireNonNull(getClass().getResource("/golden/run-1")).toURI());
    stored = Store.open(folder.resolveSibling("none")).find(folder.toString());
  }

  @Test
  void shouldHaveItsRecord() {
    RunRecord run = stored.run();

    assertThat(stored.id()).isEqualTo("run-1");
    assertThat(stored.problem()).isNull();
    assertThat(run)
        .isEqualTo(
            new RunRecord(
                "foliot.run/1",
                new RunRecord.Origin(
                    "20261101-100000-bmgc",
                    "bench",
                    List.of("bench", "com.acme.Hop", "--rate", "1k/s", "--token", "***"),
                    "com.acme.Hop",
                    "2026-11-01T10:00:00Z",
                    "2026-11-01T10:00:13Z"),
                new RunRecord.Setup(
                    List.of(
                        new Arm(
                            "/opt/jdk-25",
                            "25.0.1",
                            List.of("-Xmx256m", "-Ddb.password=***"),
                            "0-1"),
                        new Arm("/opt/jdk-17", "17.0.19", List.of(), null)),
                    List.of(
                        new LoadRecord(
                            new LoadRecord.Schedule(1000, "1k/s", "constant", 7),
                            1_000_000_000,
                            2_000_000_000,
                            new LoadRecord.Work("inline", 1, "spin", 10_000_000_000L),
                            null,
                            null)),
                    Map.of(
                        "cpu_model",
                        "Example CPU @ 2.80GHz",
                        "cpus_online",
                        "0-3",
                        "cpu_count",
                        4L,
                        "smt",
                        true,
                        "governors",
                        List.of("performance"),
                        "load_average",
                        List.of(0.5, 0.25, 0.125),
                        "swap_used_bytes",
                        0L,
                        "unavailable",
                        Map.of("cgroup_cpuset", "no cgroup v2 here"))),
                new RunRecord.Result(
                    Validity.of(
                        Verdict.INVALID,
                        List.of(
                            new Reason.In("fork 1", LOST),
                            new Reason.In("fork 1", STEAL),
                            new Reason.Plain("fork 2: " + KILLED))),
                    summary(),
                    List.of(),
                    null),
                List.of("fork-001", "fork-002"),
                true));
    assertThat(run.summary().keySet()).containsExactlyElementsOf(summary().keySet());
  }

  @Test
  void shouldHaveTheForkThatMeasured() {
    Map<String, Percentiles> probes = new LinkedHashMap<>();
    probes.put("put", figures(200, 499, 350.2435, 350, 469, 496));
    probes.put("take </script>", figures(1526, 4_199_792, 4566.27, 2227, 3497, 5559));

    assertThat(stored.forkNumbers()).containsExactly(1, 2);
    assertThat(stored.fork(1))
        .isEqualTo(
            new ForkRecord(
                "foliot.fork/1",
                new ForkRecord.Place(0, 0, 1, "2026-11-01T10:00:05.500Z"),
                new ForkRecord.Messages(999.5, 2003, 2001, 2000, 1, 2, 3, 4),
                Validity.of(Verdict.INVALID, List.of(LOST, STEAL)),
                new ForkRecord.Times(
                    figures(2159, 4_200_167, 8578.4935, 2819, 4135, 6295),
                    figures(2000, 4_200_000, 4916.5135, 2571, 3865, 5931),
                    figures(150, 3_200_453, 3661.98, 251, 330, 348),
                    figures(0, 3_200_167, 3411.158, 0, 0, 0),
                    figures(150, 349, 250.822, 251, 329, 347),
                    probes),
                new ForkRecord.Observed(
                    new ForkRecord.Pauses(
                        jitter(), "spin", List.of(new ForkRecord.Stall(1_234_000_000, 3_900_000))),
                    null,
                    conditions(),
                    new KernelView(
                        0.0025,
                        5_000_000L,
                        17L,
                        4L,
                        0.015,
                        null,
                        null,
                        Reasons.plain(List.of("throttling: no CPU limit is set"))),
                    ForkRecord.Jvm.NONE),
                new ForkRecord.End(0, null)));
    assertThat(stored.fork(1).times().probes().keySet()).containsExactly("put", "take </script>");
  }

  @Test
  void shouldHaveTheForkThatDied() {
    Percentiles none = Percentiles.empty("ns");

    assertThat(stored.forks()).hasSize(2);
    assertThat(stored.forks().get(1))
        .isEqualTo(
            new ForkRecord(
                "foliot.fork/1",
                new ForkRecord.Place(1, 0, 2, "2026-11-01T10:00:10.250Z"),
                new ForkRecord.Messages(0, 0, 0, 0, 0, 0, 0, 0),
                Validity.of(Verdict.INVALID, Reasons.plain(List.of(KILLED))),
                new ForkRecord.Times(none, none, none, none, none, Map.of()),
                new ForkRecord.Observed(
                    new ForkRecord.Pauses(none, "none", List.of()),
                    null,
                    Map.of(),
                    new KernelView(
                        null,
                        null,
                        null,
                        null,
                        null,
                        1_200_000L,
                        3L,
                        Reasons.plain(List.of("scheduler: the thread is gone"))),
                    ForkRecord.Jvm.NONE),
                new ForkRecord.End(137, KILLED)));
    assertThat(stored.histograms(2)).isEmpty();
  }

  @Test
  void shouldHaveItsIntervals() {
    List<TaggedInterval> intervals = stored.histograms(1);

    assertThat(intervals).allMatch(interval -> interval.startEpochMs() == START_MS);
    assertThat(intervals)
        .extracting(interval ->
            "%s %s+%s %d"
                .formatted(
                    interval.tag(),
                    interval.startOffsetS(),
                    interval.lengthS(),
                    interval.histogram().getTotalCount()))
        .containsExactly(
            "warmup-response -1.0+1.0 500",
            "warmup-service -1.0+1.0 500",
            "response 0.0+1.0 1000",
            "service 0.0+1.0 1000",
            "lag 0.0+1.0 1000",
            "backlog 0.0+1.0 1000",
            "lateness 0.0+1.0 1000",
            "response 1.0+1.0 1000",
            "service 1.0+1.0 1000",
            "lag 1.0+1.0 1000",
            "backlog 1.0+1.0 1000",
            "lateness 1.0+1.0 1000",
            "probe-0 0.0+2.0 2000",
            "probe-1 0.0+2.0 2000",
            "jitter 0.0+2.0 40");
  }

  /** The percentiles of the record are those of the histograms. */
  @Test
  void shouldHaveHistogramsThatAgreeWithItsRecord() {
    Map<String, Histogram> totals = stored.totals(1);
    ForkRecord fork = stored.fork(1);

    assertAgrees(totals, "response", fork.times().response());
    assertAgrees(totals, "service", fork.times().service());
    assertAgrees(totals, "lag", fork.times().lag());
    assertAgrees(totals, "backlog", fork.times().backlog());
    assertAgrees(totals, "lateness", fork.times().lateness());
    assertAgrees(totals, "probe-0", Objects.requireNonNull(fork.times().probes().get("put")));
    assertAgrees(
        totals, "probe-1", Objects.requireNonNull(fork.times().probes().get("take </script>")));
    assertAgrees(totals, "jitter", fork.pauses().jitter());
  }

  @Test
  void shouldHaveItsTables() throws IOException {
    Path folder = stored.forkPath(1);

    assertThat(CsvTest.parse(Files.readString(folder.resolve("series.csv"))))
        .containsExactly(
            List.of(
                "start_ms",
                "end_ms",
                "messages",
                "response_p50_ns",
                "response_p99_ns",
                "response_max_ns",
                "service_p50_ns",
                "service_p99_ns",
                "service_max_ns",
                "backlog_mean_ns",
                "lateness_max_ns"),
            cells("0.0 1000.0 1000 2807 6303 7942 2559 6099 7719 0 349"),
            cells("1000.0 2000.0 1000 2841 6295 4200167 2593 5815 4200000 6822 349"));
    assertThat(CsvTest.parse(Files.readString(folder.resolve("slowest.csv"))))
        .hasSize(6)
        .contains(
            cells(
                "1234 1234000000 1234000167 1238200167 4200167 4200000 0 167 31 '=pacer-0 208"
                    + " 4199792"),
            cells(
                "1236 1236000000 1238203919 1238206733 2206733 2814 2203760 159 31 '=pacer-0 412"
                    + " "));
    assertThat(folder.resolve("fork.log")).hasContent("hello from the fork");
  }

  private static void assertAgrees(
      Map<String, Histogram> totals, String tag, Percentiles percentiles) {
    Histogram histogram = Objects.requireNonNull(totals.get(tag));
    assertThat(histogram.getTotalCount()).isEqualTo(percentiles.count());
    assertThat(histogram.getMinValue())
        .isEqualTo(histogram.lowestEquivalentValue(Objects.requireNonNull(percentiles.min())));
    assertThat(histogram.getMaxValue())
        .isEqualTo(histogram.highestEquivalentValue(Objects.requireNonNull(percentiles.max())));
    Map.of("p50", 50.0, "p90", 90.0, "p99", 99.0)
        .forEach((name, percentile) -> {
          Long value = percentiles.value(name);
          if (value != null) {
            assertThat(histogram.getValueAtPercentile(percentile)).isEqualTo(value);
          }
        });
  }

  private static Map<SummaryKey, Map<String, Spread>> summary() {
    Map<SummaryKey, Map<String, Spread>> summary = new LinkedHashMap<>();
    summary.put(SummaryKey.parse("response"), spreads(2819L, 4135L, 6295L, 4_200_167));
    summary.put(SummaryKey.parse("service"), spreads(2571L, 3865L, 5931L, 4_200_000));
    summary.put(SummaryKey.parse("lag"), spreads(251L, 330L, 348L, 3_200_453));
    summary.put(SummaryKey.parse("backlog"), spreads(0L, 0L, 0L, 3_200_167));
    summary.put(SummaryKey.parse("lateness"), spreads(251L, 329L, 347L, 349));
    summary.put(SummaryKey.parse("probe put"), spreads(350L, 469L, 496L, 499));
    summary.put(SummaryKey.parse("probe take </script>"), spreads(2227L, 3497L, 5559L, 4_199_792));
    summary.put(SummaryKey.parse("jitter"), spreads(3043L, null, null, 3_900_000));
    return summary;
  }

  private static Map<String, Spread> spreads(
      @Nullable Long p50, @Nullable Long p90, @Nullable Long p99, long max) {
    return Map.ofEntries(
        entry("p50", new Spread(p50, p50, p50)),
        entry("p90", new Spread(p90, p90, p90)),
        entry("p99", new Spread(p99, p99, p99)),
        entry("p99_9", new Spread(null, null, null)),
        entry("p99_99", new Spread(null, null, null)),
        entry("max", new Spread(max, max, max)));
  }

  private static Reason few(Unit unit, long seen) {
    return new RunReason.TooFewBeyond(unit, seen, 10);
  }

  private static Percentiles figures(
      long min, long max, double mean, long p50, long p90, long p99) {
    return new Percentiles(
        "ns",
        2000,
        new Percentiles.Range(min, max, mean),
        Percentiles.usual(p50, p90, p99),
        Map.of("p99_9", few(Unit.EPISODE, 1), "p99_99", few(Unit.EPISODE, 0)),
        Map.of(),
        Map.of());
  }

  private static Percentiles jitter() {
    return new Percentiles(
        "ns",
        40,
        new Percentiles.Range(1142L, 3_900_000L, 100_461.275),
        Percentiles.usual(3043L),
        Map.of(
            "p90",
            few(Unit.DURATION, 4),
            "p99",
            few(Unit.DURATION, 0),
            "p99_9",
            few(Unit.DURATION, 0),
            "p99_99",
            few(Unit.DURATION, 0)),
        Map.of(),
        Map.of());
  }

  private static Map<String, String> conditions() {
    return Map.ofEntries(
        entry("seed", "7"),
        entry("cpus_granted", "2"),
        entry("wait", "spin"),
        entry("nano_time_cost_ns", "21.4"),
        entry("nano_time_grain_ns", "10"),
        entry("gc_count", "1"),
        entry("gc_time_ms", "3"),
        entry("compile_time_ms", "12"),
        entry("java.version", "25.0.1"),
        entry("gc", "G1 Young Generation, G1 Old Generation"),
        entry("jvm_arguments", "-Xmx256m -Ddb.password=***"),
        entry("notes", ""));
  }

  private static List<String> cells(String line) {
    return List.of(line.split(" ", -1));
  }
}
