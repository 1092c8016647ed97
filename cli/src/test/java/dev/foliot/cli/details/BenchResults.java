package dev.foliot.cli.details;

import dev.foliot.benchrun.BenchResult;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RateSearch;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.Validity;
import dev.foliot.text.RunReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Results that nothing measured. */
public final class BenchResults {
  private BenchResults() {}

  /** A search over two rates, the second of which breaks its promise twice. */
  public static BenchResult search() {
    RateSearch search =
        new RateSearch(
            "p99<1ms",
            "p99",
            1_000_000,
            10_000.0,
            9_870.0,
            20_300.0,
            "p99 < 1 ms holds up to 10k/s (9.87k/s to 20.3k/s with 95 % confidence; 3 forks)");
    List<ForkRecord> forks = List.of(fork(1, 1, 2_000), fork(2, 0, 500), fork(3, 1, 1_500));
    List<LoadRecord> loads = new ArrayList<>();
    IntStream.of(10_000, 20_000).forEach(rate -> loads.add(load(rate)));
    RunRecord run =
        new RunRecord(
            RunRecord.SCHEMA,
            new RunRecord.Origin(
                "20261121-000000-aaaa",
                "bench",
                List.of("foliot", "bench"),
                "a.B",
                "2026-11-21T00:00:00Z",
                "2026-11-21T00:01:00Z"),
            new RunRecord.Setup(List.of(new Arm("/jdk", "25", List.of(), null)), loads, Map.of()),
            new RunRecord.Result(Validity.valid(), Map.of(), List.of(), search),
            List.of("fork-001", "fork-002", "fork-003"),
            true);
    return new BenchResult(run, forks, Path.of("store", run.id()), false);
  }

  /** An arm for each combination of parameters, with so many forks of such response times. */
  public static BenchResult combinations(List<Arm> arms, int forks, long... us) {
    List<ForkRecord> all = new ArrayList<>();
    Map<SummaryKey, Map<String, Spread>> summary = new LinkedHashMap<>();
    for (int arm = 0; arm < arms.size(); arm++) {
      for (int i = 0; i < forks; i++) {
        all.add(fork(all.size() + 1, arm, 0, us[arm] + i));
      }
      Spread spread =
          new Spread(
              1_000 * (us[arm] + forks / 2),
              1_000 * us[arm],
              1_000 * (us[arm] + forks - 1),
              1_000 * us[arm],
              1_000 * (us[arm] + forks - 1));
      summary.put(
          new SummaryKey(arm, null, SummaryKey.RESPONSE),
          Map.of(
              "p50", spread, "p99", spread, "p99_9", new Spread(null, null, null), "max", spread));
    }
    LoadRecord load = load(10_000);
    RunRecord run =
        new RunRecord(
            RunRecord.SCHEMA,
            new RunRecord.Origin(
                "20261121-000000-aaaa",
                "bench",
                List.of("foliot", "bench"),
                "a.B",
                "2026-11-21T00:00:00Z",
                "2026-11-21T00:01:00Z"),
            new RunRecord.Setup(arms, List.of(load), Map.of()),
            new RunRecord.Result(Validity.valid(), summary, List.of(), null),
            List.of(),
            true);
    return new BenchResult(run, all, Path.of("store", run.id()), false);
  }

  /** The same with collections in each fork, and the allocation of a message by arm. */
  public static BenchResult with(ForkRecord.Gc gc, BenchResult result, long... bytes) {
    List<ForkRecord> forks =
        result.forks().stream()
            .map(fork -> {
              long allocated = bytes[fork.place().arm()] * fork.messages().completed();
              return new ForkRecord(
                  fork.schema(),
                  fork.place(),
                  fork.messages(),
                  fork.validity(),
                  fork.times(),
                  new ForkRecord.Observed(
                      fork.pauses(),
                      fork.warmUp(),
                      fork.conditions(),
                      fork.kernel(),
                      new ForkRecord.Jvm(
                          gc, ForkRecord.Allocation.of(allocated, fork.messages().completed()))),
                  fork.end());
            })
            .toList();
    return new BenchResult(result.run(), forks, result.folder(), false);
  }

  /** The same with percentiles that the user asked for. */
  public static BenchResult asked(List<String> percentiles, BenchResult result) {
    RunRecord run = result.run();
    return new BenchResult(
        new RunRecord(
            run.schema(),
            new RunRecord.Origin(
                run.id(),
                run.command(),
                run.commandLine(),
                run.benchmark(),
                run.startedAt(),
                run.endedAt()),
            new RunRecord.Setup(run.arms(), run.loads(), run.environment()),
            new RunRecord.Result(run.validity(), run.summary(), percentiles, run.rateSearch()),
            run.forks(),
            run.complete()),
        result.forks(),
        result.folder(),
        false);
  }

  private static LoadRecord load(int rate) {
    return new LoadRecord(
        new LoadRecord.Schedule(rate, rate + "/s", "constant", 1),
        0,
        1,
        new LoadRecord.Work("inline", 1, "auto", 1),
        null,
        null);
  }

  private static ForkRecord fork(int number, int load, long us) {
    return fork(number, 0, load, us);
  }

  private static ForkRecord fork(int number, int arm, int load, long us) {
    long ns = 1_000 * us;
    Percentiles figures =
        new Percentiles(
            "ns",
            10_000,
            new Percentiles.Range(ns, ns, (double) ns),
            Percentiles.usual(ns, ns, ns),
            Map.of(
                "p99_9",
                new RunReason.NothingRecorded(),
                "p99_99",
                new RunReason.NothingRecorded()),
            Map.of(),
            Map.of());
    return new ForkRecord(
        ForkRecord.SCHEMA,
        new ForkRecord.Place(arm, load, number, "2026-11-21T00:00:00Z"),
        new ForkRecord.Messages(10_000, 10_000, 10_000, 10_000, 0, 0, 0, 0),
        Validity.valid(),
        new ForkRecord.Times(figures, figures, figures, figures, figures, Map.of()),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(figures, "sleep", List.of()),
            null,
            Map.of(),
            KernelView.none(List.of()),
            ForkRecord.Jvm.NONE),
        new ForkRecord.End(0, null));
  }
}
