package dev.foliot.store;

import dev.foliot.text.Reasons;
import dev.foliot.text.RunReason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Records for tests, whole and in every field unlike the others. */
public final class Examples {
  private Examples() {}

  /** As newer versions write them, with a further percentile. */
  public static Percentiles percentiles(long base) {
    return percentiles(base, Map.of("p99_999", base + 7));
  }

  /** As the first version wrote them. */
  public static Percentiles oldPercentiles(long base) {
    return percentiles(base, Map.of());
  }

  private static Percentiles percentiles(long base, Map<String, Long> more) {
    Map<String, @Nullable Long> values = Percentiles.usual(base + 1, base + 2, base + 3, base + 4);
    values.putAll(more);
    return new Percentiles(
        "ns",
        400_000,
        new Percentiles.Range(base, base * 1000, base * 1.25),
        values,
        Map.of("p99_99", new RunReason.TooFewBeyond(RunReason.TooFewBeyond.Unit.EPISODE, 3, 10)),
        Map.of("p99_99", new Few(base + 6, 3)),
        Map.of("p99", new Bounds(base + 2, base + 5)));
  }

  public static ForkRecord fork(int number) {
    return fork(number, Map.of("put", percentiles(600), "take", percentiles(700)), null);
  }

  public static ForkRecord fork(
      int number, Map<String, Percentiles> probes, @Nullable String failure) {
    return new ForkRecord(
        ForkRecord.SCHEMA,
        new ForkRecord.Place(0, 1, number, "2026-11-01T10:00:0" + number % 10 + "Z"),
        new ForkRecord.Messages(39_999.5, 400_000, 399_999, 399_998, 1, 2, 3, 4),
        Validity.of(Verdict.SUSPECT, Reasons.plain(List.of("steal 2 %"))),
        new ForkRecord.Times(
            percentiles(100),
            percentiles(200),
            percentiles(300),
            percentiles(400),
            percentiles(500),
            probes),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(
                percentiles(800),
                "spin",
                List.of(
                    new ForkRecord.Stall(5_000_000, 1_200_000),
                    new ForkRecord.Stall(7_000_000, 3_400_000))),
            new WarmUpRecord("steady", -1_500.0, List.of(-2_500.0, -1_500.0)),
            ordered("wait_mode", "spin", "gc", "G1 Young Generation"),
            new KernelView(
                0.001, 12_345L, 6L, 789L, 0.02, null, null, Reasons.plain(List.of("cgroup: none"))),
            new ForkRecord.Jvm(
                ForkRecord.Gc.of(
                    List.of(
                        new ForkRecord.Collector("G1 Young Generation", 12, 45),
                        new ForkRecord.Collector("G1 Old Generation", 1, 30))),
                ForkRecord.Allocation.of(2_000, 400))),
        new ForkRecord.End(failure == null ? 0 : 137, failure));
  }

  public static RunRecord run(String id) {
    return run(id, List.of("bench", "com.acme.Hop", "--rate", "40k/s"), environment());
  }

  public static RunRecord run(
      String id, List<String> commandLine, Map<String, Object> environment) {
    return new RunRecord(
        RunRecord.SCHEMA,
        new RunRecord.Origin(
            id,
            "bench",
            commandLine,
            "com.acme.Hop",
            "2026-11-01T10:00:00Z",
            "2026-11-01T10:01:00Z"),
        new RunRecord.Setup(
            List.of(new Arm("/opt/jdk-25", "25.0.1", List.of("-Xmx1g"), "0,2-3")),
            List.of(load(40_000, "40k/s"), load(80_000, "80k/s")),
            environment),
        new RunRecord.Result(
            Validity.of(Verdict.SUSPECT, Reasons.plain(List.of("fork-001: steal 2 %"))),
            Map.of(
                SummaryKey.parse("response"),
                Map.of("p99", new Spread(103L, 101L, 109L, 102L, 106L))),
            List.of(),
            new RateSearch("p99.9<1ms", "p99_9", 1_000_000, 40_000.0, 40_000.0, 80_000.0, "40k/s")),
        List.of("fork-001"),
        true);
  }

  public static LoadRecord load(double ratePerS, String rate) {
    return new LoadRecord(
        new LoadRecord.Schedule(ratePerS, rate, "constant", 7),
        5_000_000_000L,
        10_000_000_000L,
        new LoadRecord.Work("inline", 1, "spin", 30_000_000_000L),
        null,
        null);
  }

  public static Map<String, Object> environment() {
    return ordered("cpus", 2L, "smt", true, "load", 0.25, "governors", List.of("performance"));
  }

  static Histogram histogram(long... values) {
    Histogram histogram = new Histogram(3);
    for (long value : values) {
      histogram.recordValue(value);
    }
    return histogram;
  }

  @SuppressWarnings("unchecked")
  private static <V> Map<String, V> ordered(Object... namesAndValues) {
    Map<String, V> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], (V) namesAndValues[i + 1]);
    }
    return map;
  }
}
