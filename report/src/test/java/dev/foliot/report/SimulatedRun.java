package dev.foliot.report;

import dev.foliot.store.Arm;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Json;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RateSearch;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.explain.TimelineSource;
import dev.foliot.text.Reasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Runs of {@link SimulatedFork}s, written into a store. */
final class SimulatedRun {
  private static final int RATE = 4_000;
  private static final double SHORT_S = 2;
  private static final List<Double> RATES =
      List.of(1_000.0, 2_000.0, 4_000.0, 6_000.0, 8_000.0, 10_000.0);

  private static final List<Double> SEARCHED = List.of(4_000.0, 6_000.0, 8_000.0);
  private static final Map<Integer, StoredRun> SHARED = new ConcurrentHashMap<>();
  private static final Map<Integer, String> PAGES = new ConcurrentHashMap<>();

  private SimulatedRun() {}

  /** One arm, one load, simulated once for all tests, none of which changes it. */
  public static StoredRun shared(int forks) {
    return SHARED.computeIfAbsent(forks, count -> plain(Scratch.folder("run"), count));
  }

  /** The page of this run, made once. */
  public static String page(int forks) {
    return PAGES.computeIfAbsent(forks, count -> Report.html(List.of(shared(count)), null));
  }

  /** One arm, one load. */
  public static StoredRun plain(Path store, int forks) {
    return write(store, List.of(1.0), List.of((double) RATE), forks, null);
  }

  /** One arm, one load, whose stalls were seen from outside. */
  public static StoredRun explained(Path store, int forks) throws IOException {
    StoredRun run = plain(store, forks);
    for (int number : run.forkNumbers()) {
      TimelineRecord timeline =
          new TimelineRecord(
              TimelineRecord.SCHEMA,
              List.of(
                  new TimelineSource("safepoints and collections", 1_070_000, 9_300, null),
                  new TimelineSource("throttling by a CPU quota", 0, 0, "no control group here")),
              SimulatedFork.stops(run.fork(number), "G1 young collection pauses"),
              0);
      Files.writeString(run.forkPath(number).resolve("timeline.json"), Json.text(timeline));
    }
    return run;
  }

  /** The same where everything takes as much longer. */
  public static StoredRun slower(Path store, int forks, double slower) {
    return write(store, List.of(slower), List.of((double) RATE), forks, null);
  }

  /** Arms that differ by how long everything takes. */
  public static StoredRun arms(Path store, int forks, Double... slower) {
    return write(store, List.of(slower), List.of((double) RATE), forks, null);
  }

  /** One JDK, an arm for each size, which differ by how long everything takes. */
  public static StoredRun sizes(Path store, int forks, Double... slower) {
    return write(store, List.of(slower), List.of((double) RATE), forks, null, SimulatedRun::size);
  }

  /** Several rates. */
  public static StoredRun sweep(Path store, int forks) {
    return write(store, List.of(4.0), RATES, forks, null);
  }

  /** Several rates, searched for the one that holds a promise. */
  public static StoredRun search(Path store, int forks) {
    RateSearch search =
        new RateSearch(
            "p99<1ms",
            "p99",
            1_000_000,
            6_000.0,
            6_000.0,
            8_000.0,
            "6,000/s holds p99<1ms; 8,000/s breaks it.");
    return write(store, List.of(4.0), SEARCHED, forks, search);
  }

  private static StoredRun write(
      Path dir, List<Double> slower, List<Double> rates, int forks, @Nullable RateSearch search) {
    return write(dir, slower, rates, forks, search, SimulatedRun::arm);
  }

  private static StoredRun write(
      Path dir,
      List<Double> slower,
      List<Double> rates,
      int forks,
      @Nullable RateSearch search,
      IntFunction<Arm> arms) {
    Instant at = Instant.parse("2026-11-01T10:00:00Z");
    Store store = new Store(dir, () -> at, new Random(slower.hashCode() + rates.size()));
    RunFolder folder = store.begin("bench");
    List<ForkRecord> records = new ArrayList<>();
    for (int fork = 0; fork < forks; fork++) {
      for (int arm = 0; arm < slower.size(); arm++) {
        for (int load = 0; load < rates.size(); load++) {
          int number = records.size() + 1;
          SimulatedFork simulated =
              new SimulatedFork(number, rates.get(load), slower.get(arm), loadS(rates));
          ForkRecord record = simulated.record(arm, load, number);
          try (ForkFolder part = folder.beginFork(number)) {
            simulated.write(part);
            part.commit(record);
          }
          records.add(record);
        }
      }
    }
    folder.write(
        run(
            folder.id(),
            IntStream.range(0, slower.size()).mapToObj(arms).toList(),
            rates,
            records,
            search));
    return store.find(folder.id());
  }

  /** A load of several rates is short: what is drawn of it needs no more. */
  private static double loadS(List<Double> rates) {
    return rates.size() > 1 ? SHORT_S : SimulatedFork.USUAL_S;
  }

  private static RunRecord run(
      String id,
      List<Arm> arms,
      List<Double> rates,
      List<ForkRecord> forks,
      @Nullable RateSearch search) {
    List<LoadRecord> loads = rates.stream().map(rate -> load(rate, loadS(rates))).toList();
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("cpu_model", "Example CPU @ 2.80GHz");
    environment.put("cpu_count", 4);
    environment.put("governors", List.of("performance"));
    environment.put("load_average", List.of(0.5, 0.25, 0.125));
    environment.put("unavailable", Map.of("cgroup_cpuset", "no cgroup v2 here"));
    return new RunRecord(
        RunRecord.SCHEMA,
        new RunRecord.Origin(
            id,
            "bench",
            List.of("foliot", "bench", "com.acme.Hop", "--rate", "4k/s", "--jvm-arg", "-Dx=a b"),
            "com.acme.Hop",
            "2026-11-01T10:00:00Z",
            "2026-11-01T10:01:00Z"),
        new RunRecord.Setup(arms, loads, environment),
        new RunRecord.Result(
            Validity.of(
                Verdict.SUSPECT,
                Reasons.plain(List.of("fork 2: steal: the hypervisor took 1.5 %"))),
            summary(forks, arms.size(), loads.size()),
            List.of(),
            search),
        forks.stream().map(fork -> "fork-%03d".formatted(fork.place().fork())).toList(),
        true);
  }

  private static Arm arm(int index) {
    return new Arm("/opt/jdk-" + (25 - index), (25 - index) + ".0.1", List.of("-Xmx1g"), null);
  }

  private static Arm size(int index) {
    return new Arm(
        "/opt/jdk-25",
        "25.0.1",
        List.of("-Xmx1g"),
        null,
        Map.of("size", Integer.toString(1 << (3 * index))));
  }

  private static LoadRecord load(double rate, double loadS) {
    return new LoadRecord(
        new LoadRecord.Schedule(rate, (long) (rate / 1000) + "k/s", "poisson", 7),
        2_000_000_000L,
        (long) (loadS * 1e9),
        new LoadRecord.Work("inline", 1, "spin", 10_000_000_000L),
        null,
        null);
  }

  private static Map<SummaryKey, Map<String, Spread>> summary(
      List<ForkRecord> forks, int arms, int loads) {
    Map<SummaryKey, Map<String, Spread>> summary = new LinkedHashMap<>();
    for (int a = 0; a < arms; a++) {
      for (int l = 0; l < loads; l++) {
        int arm = a;
        int load = l;
        List<ForkRecord> some =
            forks.stream().filter(f -> f.place().arm() == arm && f.loadIndex() == load).toList();
        summary.put(
            SummaryKey.of(arm, arms, load, loads, SummaryKey.RESPONSE),
            spreads(some.stream().map(one -> one.times().response()).toList()));
        summary.put(
            SummaryKey.of(arm, arms, load, loads, SummaryKey.SERVICE),
            spreads(some.stream().map(one -> one.times().service()).toList()));
      }
    }
    return summary;
  }

  private static Map<String, Spread> spreads(List<Percentiles> figures) {
    Map<String, Spread> spreads = new LinkedHashMap<>();
    for (String name : Percentiles.NAMES) {
      spreads.put(name, spread(figures, figure -> figure.value(name)));
    }
    spreads.put("max", spread(figures, Percentiles::max));
    return spreads;
  }

  private interface Figure {
    @Nullable Long of(Percentiles figures);
  }

  private static Spread spread(List<Percentiles> all, Figure figure) {
    List<Long> sorted = new ArrayList<>();
    for (Percentiles figures : all) {
      Long value = figure.of(figures);
      if (value == null) {
        return new Spread(null, null, null);
      }
      sorted.add(value);
    }
    sorted.sort(null);
    Long least = sorted.getFirst();
    Long most = sorted.getLast();
    return new Spread(sorted.get(sorted.size() / 2), least, most, least, most);
  }

  /** B against A by hand. */
  public static ComparisonRecord comparison(ComparisonVerdict verdict) {
    return new ComparisonRecord(
        ComparisonRecord.SCHEMA,
        new ComparisonRecord.Decision(verdict, "p99", 0.05),
        new ComparisonRecord.Side("20261101-100000-aaaa", 0, 0, "main", 10, List.of()),
        new ComparisonRecord.Side("20261101-100000-bbbb", 0, 0, "branch", 10, List.of()),
        new ComparisonRecord.Figures(
            List.of(
                new ComparisonRecord.Percentile(
                    "p50",
                    new ComparisonRecord.Change(ComparisonVerdict.SAME, 1.012, 0.994, 1.031, null),
                    20_100L,
                    20_341L,
                    null),
                new ComparisonRecord.Percentile(
                    "p90",
                    new ComparisonRecord.Change(ComparisonVerdict.BETTER, 0.87, 0.82, 0.93, null),
                    41_000L,
                    35_670L,
                    null),
                new ComparisonRecord.Percentile(
                    "p99",
                    new ComparisonRecord.Change(ComparisonVerdict.WORSE, 1.31, 1.18, 1.46, null),
                    301_000L,
                    394_310L,
                    null),
                new ComparisonRecord.Percentile(
                    "p99_9",
                    new ComparisonRecord.Change(ComparisonVerdict.UNDECIDED, 1.22, 0.8, 2.4, 34L),
                    2_900_000L,
                    3_538_000L,
                    "the interval reaches from below the margin to above it"),
                new ComparisonRecord.Percentile(
                    "p99_99",
                    new ComparisonRecord.Change(
                        ComparisonVerdict.UNDECIDED, null, null, null, null),
                    null,
                    null,
                    "3 of 10 forks of B have too few episodes")),
            null,
            List.of(
                new ComparisonRecord.Difference("kernel", "6.1.0", "6.12.3"),
                new ComparisonRecord.Difference("governors", "performance", ""))),
        Validity.of(
            Verdict.SUSPECT, Reasons.plain(List.of("B: fork 2: steal: the hypervisor took 1.5 %"))),
        null,
        "/somewhere/.foliot");
  }
}
