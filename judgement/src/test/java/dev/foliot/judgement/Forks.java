package dev.foliot.judgement;

import dev.foliot.store.Arm;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.text.Reasons;
import dev.foliot.text.RunReason;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Forks with one figure. */
public final class Forks {
  private Forks() {}

  /** A fork with a single value for every figure. */
  public static ForkRecord of(long ns) {
    Percentiles figures =
        new Percentiles(
            "ns",
            1_000,
            new Percentiles.Range(ns, ns, (double) ns),
            Percentiles.usual(ns, ns),
            Map.of(
                "p99",
                new RunReason.NothingRecorded(),
                "p99_9",
                new RunReason.NothingRecorded(),
                "p99_99",
                new RunReason.NothingRecorded()),
            Map.of(),
            Map.of());
    return fork(figures, Map.of("a/b", figures));
  }

  /** A fork of an arm under a load, with a validity. */
  public static ForkRecord at(int arm, int load, long ns, Validity validity) {
    return fork(1, arm, load, validity, of(ns).times().response(), Map.of());
  }

  /** As {@link #of(long)}, and INVALID. */
  public static ForkRecord invalid(long ns) {
    ForkRecord.Times times = of(ns).times();
    Validity validity = Validity.of(Verdict.INVALID, Reasons.plain(List.of("late")));
    return fork(1, 0, 0, validity, times.response(), times.probes());
  }

  public static ForkRecord dead() {
    return fork(Figures.none(), Map.of());
  }

  /** A fork with its own response time. */
  public static ForkRecord of(int number, int arm, int load, Validity validity) {
    return fork(number, arm, load, validity, Baselines.figures(number, 300_000L), Map.of());
  }

  /** A fork of an arm with such response times. */
  public static ForkRecord of(int number, int arm, Validity validity, Percentiles response) {
    return fork(number, arm, 0, validity, response, Map.of());
  }

  /** Two arms under two loads. */
  public static RunRecord run(String id, int forks) {
    return run(id, forks, Baselines.of(List.of(), "25.0.3", Map.of()).part().load());
  }

  /** The same with another first load. */
  public static RunRecord run(String id, int forks, LoadRecord load) {
    BaselineRecord side = Baselines.of(List.of(), "25.0.3", Map.of());
    Arm other = new Arm("/opt/jdk-17", "17.0.9", List.of(), null);
    LoadRecord faster =
        new LoadRecord(
            new LoadRecord.Schedule(20_000, "20k/s", "constant", 1),
            0,
            1_000_000_000,
            new LoadRecord.Work("inline", 1, "auto", 1_000_000_000),
            null,
            null);
    return new RunRecord(
        RunRecord.SCHEMA,
        new RunRecord.Origin(
            id,
            "bench",
            List.of("foliot", "bench"),
            side.origin().benchmark(),
            side.origin().startedAt(),
            null),
        new RunRecord.Setup(
            List.of(side.part().arm(), other), List.of(load, faster), side.environment()),
        new RunRecord.Result(Validity.valid(), Map.of(), List.of(), null),
        IntStream.rangeClosed(1, forks).mapToObj("fork-%03d"::formatted).toList(),
        true);
  }

  private static ForkRecord fork(Percentiles figures, Map<String, Percentiles> probes) {
    return fork(1, 0, 0, Validity.valid(), figures, probes);
  }

  private static ForkRecord fork(
      int number,
      int arm,
      int load,
      Validity validity,
      Percentiles figures,
      Map<String, Percentiles> probes) {
    return new ForkRecord(
        ForkRecord.SCHEMA,
        new ForkRecord.Place(arm, load, number, "2026-11-21T00:00:00Z"),
        new ForkRecord.Messages(0, 0, 0, 0, 0, 0, 0, 0),
        validity,
        new ForkRecord.Times(figures, figures, figures, figures, figures, probes),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(figures, "sleep", List.of()),
            null,
            Map.of(),
            KernelView.none(List.of()),
            ForkRecord.Jvm.NONE),
        new ForkRecord.End(0, null));
  }
}
