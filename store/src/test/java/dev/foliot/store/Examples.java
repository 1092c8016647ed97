package dev.foliot.store;

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

  private static Percentiles percentiles(long base, Map<String, Object> more) {
    return new Percentiles(
        "ns",
        400_000,
        base,
        base * 1000,
        base * 1.25,
        base + 1,
        base + 2,
        base + 3,
        base + 4,
        null,
        Map.of("p99_99", new RunReason.TooFewBeyond(RunReason.TooFewBeyond.Unit.EPISODE, 3, 10)),
        Map.of("p99_99", new Few(base + 6, 3)),
        Map.of("p99", new Bounds(base + 2, base + 5)),
        more);
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
        new Validity(Verdict.SUSPECT, List.of("steal 2 %")),
        new ForkRecord.Times(
            percentiles(100),
            percentiles(200),
            percentiles(300),
            percentiles(400),
            percentiles(500),
            probes),
        new ForkRecord.Pauses(
            percentiles(800),
            "spin",
            List.of(new Stall(5_000_000, 1_200_000), new Stall(7_000_000, 3_400_000))),
        new WarmUpRecord("steady", -1_500.0, List.of(-2_500.0, -1_500.0)),
        ordered("wait_mode", "spin", "gc", "G1 Young Generation"),
        new KernelView(
            0.001, 12_345L, 6L, 789L, 0.02, null, null, List.of("cgroup: none"), List.of()),
        new ForkRecord.Jvm(
            ForkRecord.Gc.of(
                List.of(
                    new ForkRecord.Collector("G1 Young Generation", 12, 45),
                    new ForkRecord.Collector("G1 Old Generation", 1, 30))),
            ForkRecord.Allocation.of(2_000, 400)),
        new ForkRecord.End(failure == null ? 0 : 137, failure));
  }

  public static RunRecord run(String id) {
    return run(id, List.of("bench", "com.acme.Hop", "--rate", "40k/s"), environment());
  }

  public static RunRecord run(
      String id, List<String> commandLine, Map<String, Object> environment) {
    return new RunRecord(
        RunRecord.SCHEMA,
        id,
        "bench",
        commandLine,
        "com.acme.Hop",
        "2026-11-01T10:00:00Z",
        "2026-11-01T10:01:00Z",
        List.of(new Arm("/opt/jdk-25", "25.0.1", List.of("-Xmx1g"), "0,2-3")),
        load(40_000, "40k/s"),
        List.of(load(40_000, "40k/s"), load(80_000, "80k/s")),
        environment,
        new Validity(Verdict.SUSPECT, List.of("fork-001: steal 2 %")),
        Map.of(
            SummaryKey.parse("response"), Map.of("p99", new Spread(103L, 101L, 109L, 102L, 106L))),
        new RateSearch("p99.9<1ms", "p99_9", 1_000_000, 40_000.0, 40_000.0, 80_000.0, "40k/s"),
        List.of("fork-001"),
        true);
  }

  public static LoadRecord load(double ratePerS, String rate) {
    return new LoadRecord(
        ratePerS,
        rate,
        "constant",
        7,
        5_000_000_000L,
        10_000_000_000L,
        "inline",
        1,
        "spin",
        30_000_000_000L);
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
