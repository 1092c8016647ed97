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
            ns,
            ns,
            (double) ns,
            ns,
            ns,
            null,
            null,
            null,
            Map.of(
                "p99",
                new RunReason.NothingRecorded(),
                "p99_9",
                new RunReason.NothingRecorded(),
                "p99_99",
                new RunReason.NothingRecorded()));
    return fork(figures, Map.of("a/b", figures));
  }

  /** A fork of an arm under a load, with a validity. */
  public static ForkRecord at(int arm, int load, long ns, Validity validity) {
    return fork(1, arm, load, validity, of(ns).times().response(), Map.of());
  }

  /** As {@link #of(long)}, and INVALID. */
  public static ForkRecord invalid(long ns) {
    ForkRecord.Times times = of(ns).times();
    Validity validity = new Validity(Verdict.INVALID, List.of("late"));
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
    return run(id, forks, Baselines.of(List.of(), "25.0.3", Map.of()).load());
  }

  /** The same with another first load. */
  public static RunRecord run(String id, int forks, LoadRecord load) {
    BaselineRecord side = Baselines.of(List.of(), "25.0.3", Map.of());
    Arm other = new Arm("/opt/jdk-17", "17.0.9", List.of(), null);
    LoadRecord faster =
        new LoadRecord(
            20_000, "20k/s", "constant", 1, 0, 1_000_000_000, "inline", 1, "auto", 1_000_000_000);
    return new RunRecord(
        RunRecord.SCHEMA,
        id,
        "bench",
        List.of("foliot", "bench"),
        side.benchmark(),
        side.startedAt(),
        null,
        List.of(side.arm(), other),
        load,
        List.of(load, faster),
        side.environment(),
        Validity.valid(),
        Map.of(),
        null,
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
        new ForkRecord.Pauses(figures, "sleep", List.of()),
        null,
        Map.of(),
        KernelView.none(List.of()),
        new ForkRecord.End(0, null));
  }
}
