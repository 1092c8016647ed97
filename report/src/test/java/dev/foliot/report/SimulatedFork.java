package dev.foliot.report;

import dev.foliot.report.bench.ForkCurve;
import dev.foliot.store.Bounds;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.ForkRecord.Stall;
import dev.foliot.store.KernelView;
import dev.foliot.store.Percentiles;
import dev.foliot.store.TaggedInterval;
import dev.foliot.store.Validity;
import dev.foliot.store.WarmUpRecord;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;

/**
 * A fork that was never run: one server, arrivals at random, a service time in two parts, and
 * stalls of the whole JVM now and then. Virtual time; the same seed gives the same fork.
 */
final class SimulatedFork {
  /** How long a load of the usual length is. */
  static final double USUAL_S = 10;

  private static final double WARMUP_S = 2;
  private static final int INTERVALS_PER_S = 10;
  private static final long START_MS = 1_793_527_207_250L;
  private static final int SLOWEST = 1000;

  private final Random random;
  private final double ratePerS;
  private final double serviceNs;
  private final double loadS;
  private final Map<String, Histogram[]> intervals = new LinkedHashMap<>();
  private final Map<String, Histogram> totals = new LinkedHashMap<>();
  private final List<long[]> messages = new ArrayList<>();
  private final List<Stall> stalls = new ArrayList<>();

  /**
   * @param slower how much longer everything takes, 1 for not
   */
  public SimulatedFork(long seed, double ratePerS, double slower, double loadS) {
    this.loadS = loadS;
    this.random = new Random(seed);
    this.ratePerS = ratePerS;
    this.serviceNs = 20_000 * slower * (1 + 0.03 * random.nextGaussian());
    warmUp();
    load();
  }

  private void warmUp() {
    int count = (int) (WARMUP_S * INTERVALS_PER_S);
    for (String kind : List.of("warmup-response", "warmup-service")) {
      Histogram[] all = histograms(kind, count);
      for (int i = 0; i < count; i++) {
        double cold = 1 + 4 * Math.exp(-i / 3.0);
        for (int n = 0; n < 50; n++) {
          all[i].recordValue(service(cold));
        }
      }
    }
  }

  private Histogram[] histograms(String kind, int count) {
    Histogram[] all = new Histogram[count];
    Arrays.setAll(all, i -> new Histogram(3));
    intervals.put(kind, all);
    return all;
  }

  private long service(double cold) {
    double tail = random.nextInt(500) == 0 ? 8 : 1;
    return (long) (serviceNs * cold * tail * Math.exp(0.25 * random.nextGaussian()));
  }

  private void load() {
    for (String kind : List.of("response", "service", "lag", "backlog", "lateness")) {
      histograms(kind, (int) (loadS * INTERVALS_PER_S));
    }
    double intended = 0;
    long free = 0;
    long nextStall = (long) (2e8 + random.nextInt(500_000_000));
    while (true) {
      intended -= Math.log(1 - random.nextDouble()) / ratePerS * 1e9;
      if (intended >= loadS * 1e9) {
        return;
      }
      long due = (long) intended;
      if (due > nextStall) {
        long length = 500_000L + random.nextInt(4_000_000);
        stalls.add(new Stall(nextStall, length));
        free = Math.max(free, nextStall + length);
        nextStall = due + 200_000_000L + random.nextInt(900_000_000);
      }
      long lateness = 100L + random.nextInt(200);
      long start = Math.max(due, free) + lateness;
      long service = service(1);
      free = start + service;
      message(due, start, service, lateness);
    }
  }

  private void message(long due, long start, long service, long lateness) {
    long first = (long) (service * (0.2 + 0.2 * random.nextDouble()));
    long[] message = {
      messages.size(),
      due,
      start,
      start + service,
      start + service - due,
      service,
      start - due - lateness,
      lateness,
      first,
      service - first - 300
    };
    messages.add(message);
    int interval = (int) (due * INTERVALS_PER_S / 1_000_000_000L);
    record("response", interval, message[4]);
    record("service", interval, service);
    record("lag", interval, start - due);
    record("backlog", interval, message[6]);
    record("lateness", interval, lateness);
    totals.computeIfAbsent("parse", name -> new Histogram(3)).recordValue(message[8]);
    totals.computeIfAbsent("reply", name -> new Histogram(3)).recordValue(Math.max(0, message[9]));
  }

  private void record(String kind, int interval, long ns) {
    Histogram[] all = intervals.getOrDefault(kind, new Histogram[0]);
    all[interval].recordValue(ns);
    totals.computeIfAbsent(kind, name -> new Histogram(3)).recordValue(ns);
  }

  /** Writes its files. */
  public void write(ForkFolder folder) {
    List<TaggedInterval> log = new ArrayList<>();
    intervals.forEach((tag, all) -> {
      double from = tag.startsWith("warmup-") ? -WARMUP_S : 0;
      for (int i = 0; i < all.length; i++) {
        double at = from + (double) i / INTERVALS_PER_S;
        log.add(new TaggedInterval(tag, START_MS, at, 1.0 / INTERVALS_PER_S, all[i]));
      }
    });
    folder.histograms(log);
    series(folder);
    slowest(folder);
  }

  private void series(ForkFolder folder) {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < loadS * INTERVALS_PER_S; i++) {
      Histogram response = at("response", i);
      Histogram service = at("service", i);
      rows.add(
          List.of(
              i * 1000.0 / INTERVALS_PER_S,
              (i + 1) * 1000.0 / INTERVALS_PER_S,
              response.getTotalCount(),
              response.getValueAtPercentile(50),
              response.getValueAtPercentile(99),
              response.getMaxValue(),
              service.getValueAtPercentile(50),
              service.getValueAtPercentile(99),
              service.getMaxValue(),
              Math.round(at("backlog", i).getMean()),
              at("lateness", i).getMaxValue()));
    }
    folder.series(
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
        rows);
  }

  private Histogram at(String kind, int interval) {
    return intervals.getOrDefault(kind, new Histogram[0])[interval];
  }

  private void slowest(ForkFolder folder) {
    List<List<Object>> rows =
        messages.stream()
            .sorted(Comparator.comparingLong(message -> -message[4]))
            .limit(SLOWEST)
            .map(m ->
                List.<Object>of(
                    m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], 31, "worker", m[8], m[9]))
            .toList();
    folder.slowest(
        List.of(
            "index",
            "intended_ns",
            "start_ns",
            "end_ns",
            "response_ns",
            "service_ns",
            "backlog_ns",
            "lateness_ns",
            "thread_id",
            "thread",
            "probe parse",
            "probe reply"),
        rows);
  }

  /** What a fork of such a load would store. */
  public ForkRecord record(int arm, int load, int number) {
    Map<String, Percentiles> probes = new LinkedHashMap<>();
    probes.put("parse", figures("parse"));
    probes.put("reply", figures("reply"));
    return new ForkRecord(
        ForkRecord.SCHEMA,
        new ForkRecord.Place(arm, load, number, "2026-11-01T10:00:05.500Z"),
        new ForkRecord.Messages(
            messages.size() / loadS, messages.size(), messages.size(), messages.size(), 0, 0, 0, 0),
        Validity.valid(),
        new ForkRecord.Times(
            figures("response"),
            figures("service"),
            figures("lag"),
            figures("backlog"),
            figures("lateness"),
            probes),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(Percentiles.empty("ns"), "spin", stalls),
            new WarmUpRecord("steady", -1_000.0, List.of(-1_700.0, -1_000.0)),
            Map.of("seed", Integer.toString(number), "wait", "spin"),
            new KernelView(0.0025, 5_000_000L, 17L, 4L, 0.001, 0L, 0L, List.of()),
            ForkRecord.Jvm.NONE),
        new ForkRecord.End(0, null));
  }

  /** The stalls of such a fork as stops that were seen from outside. */
  public static List<Stop> stops(ForkRecord fork, String detail) {
    return fork.pauses().stalls().stream()
        .map(stall ->
            new Stop(
                stall.startNs(),
                stall.startNs() + stall.lengthNs(),
                stall.lengthNs(),
                1_000,
                StopKind.GC_PAUSE,
                detail))
        .toList();
  }

  private Percentiles figures(String kind) {
    Histogram total = totals.getOrDefault(kind, new Histogram(3));
    Map<String, Reason> insufficient = new LinkedHashMap<>();
    Map<String, Bounds> bounds = new LinkedHashMap<>();
    Long[] values = new Long[Percentiles.NAMES.size()];
    for (int i = 0; i < values.length; i++) {
      String name = Percentiles.NAMES.get(i);
      long value = total.getValueAtPercentile(100 * ForkCurve.share(name));
      if (total.getTotalCount() * (1 - ForkCurve.share(name)) >= 10) {
        values[i] = Math.min(value, total.getMaxValue());
        bounds.put(name, new Bounds(value * 97 / 100, value * 104 / 100));
      } else {
        insufficient.put(
            name, new RunReason.TooFewBeyond(RunReason.TooFewBeyond.Unit.EPISODE, 4, 10));
      }
    }
    return new Percentiles(
        "ns",
        total.getTotalCount(),
        new Percentiles.Range(total.getMinValue(), total.getMaxValue(), total.getMean()),
        Percentiles.usual(values[0], values[1], values[2], values[3], values[4]),
        insufficient,
        Map.of(),
        bounds);
  }
}
