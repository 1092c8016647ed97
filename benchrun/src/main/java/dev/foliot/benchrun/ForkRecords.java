package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import dev.foliot.judgement.Figures;
import dev.foliot.judgement.ForkVerdict;
import dev.foliot.judgement.SteadyState;
import dev.foliot.service.profile.ForkProfile;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.ForkRecord.Stall;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.WarmUpRecord;
import dev.foliot.text.RunReason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates the record of a fork and of its load.
 *
 * @param turn its arm and load
 * @param number of the fork in the run
 * @param startedAt when its JVM was started
 * @param config its load
 * @param outcome its end
 * @param profile the requested profile
 * @param percentiles the names of those to record
 */
record ForkRecords(
    ForkSchedule.Turn turn,
    int number,
    String startedAt,
    BenchConfig config,
    ForkOutcome outcome,
    ForkProfile profile,
    List<String> percentiles) {
  /** Creates it without a profile, with the usual percentiles. */
  ForkRecords(
      ForkSchedule.Turn turn,
      int number,
      String startedAt,
      BenchConfig config,
      ForkOutcome outcome) {
    this(
        turn,
        number,
        startedAt,
        config,
        outcome,
        ForkProfile.begin(null),
        Figures.ofBench(List.of()));
  }

  /** The record; a failed fork has empty figures. */
  ForkRecord record() {
    Measurement m = outcome.measurement();
    if (m == null) {
      String failure = outcome.failure() == null ? "no result" : outcome.failure();
      return dead(failure);
    }
    Map<String, Percentiles> probes = new LinkedHashMap<>();
    m.probes().forEach((name, durations) -> probes.put(name, Figures.of(durations, percentiles)));
    Measurement.Totals totals = m.totals();
    WarmUpRecord warmUp = SteadyState.of(m, config.warmupNs());
    return new ForkRecord(
        ForkRecord.SCHEMA,
        place(),
        new ForkRecord.Messages(
            totals.achievedPerSecond(),
            totals.scheduled(),
            totals.started(),
            totals.completed(),
            totals.lost(),
            totals.unstarted(),
            totals.faults().refusedEnds(),
            totals.faults().negativeProbes()),
        config.isClosed()
            ? ForkVerdict.ofClosedLoop(m, outcome.kernel(), config.durationNs(), warmUp)
            : ForkVerdict.of(m, outcome.kernel(), config.durationNs(), warmUp),
        new ForkRecord.Times(
            Figures.of(m, Kind.RESPONSE, percentiles),
            Figures.of(m, Kind.SERVICE, percentiles),
            Figures.of(m, Kind.LAG, percentiles),
            Figures.of(m, Kind.BACKLOG, percentiles),
            Figures.of(m, Kind.LATENESS, percentiles),
            probes),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(
                Figures.of(m.jitter().durations(), percentiles),
                m.jitter().mode(),
                m.jitter().stalls().stream()
                    .map(s -> new Stall(s.startNs(), s.lengthNs()))
                    .toList()),
            warmUp,
            ForkConditions.of(m, config.seed(), profile),
            outcome.kernel(),
            jvm(m)),
        new ForkRecord.End(outcome.exitCode(), m.failure() == null ? null : m.failure().reason()));
  }

  private static ForkRecord.Jvm jvm(Measurement m) {
    Measurement.Conditions conditions = m.conditions();
    ForkRecord.Gc gc =
        ForkRecord.Gc.of(
            conditions.work().collectors().stream()
                .map(one -> new ForkRecord.Collector(one.name(), one.count(), one.timeMs()))
                .toList());
    Measurement.Allocation allocation = conditions.work().allocation();
    if (allocation == null) {
      return new ForkRecord.Jvm(gc, null);
    }
    return new ForkRecord.Jvm(
        gc,
        allocation.isCounted()
            ? ForkRecord.Allocation.of(allocation.bytes(), m.totals().completed())
            : ForkRecord.Allocation.unavailable(
                new RunReason.AllocationUncounted(
                    conditions.jvm().getOrDefault("java.vm.name", "the JVM"))));
  }

  private ForkRecord dead(String failure) {
    return new ForkRecord(
        ForkRecord.SCHEMA,
        place(),
        ForkRecord.Messages.NONE,
        ForkVerdict.died(failure),
        ForkRecord.Times.none(),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(Figures.none(), "none", List.of()),
            null,
            Map.of(),
            outcome.kernel(),
            ForkRecord.Jvm.NONE),
        new ForkRecord.End(outcome.exitCode(), failure));
  }

  private ForkRecord.Place place() {
    return new ForkRecord.Place(turn.arm(), turn.load(), number, startedAt);
  }

  /** The record of a load. */
  static LoadRecord load(BenchConfig config) {
    return load(config, config.arrivals().toString(), false);
  }

  /**
   * The record of a load.
   *
   * @param arrivals how messages arrive, where the configuration has no word for it
   * @param fromStart whether messages count from their actual start
   */
  static LoadRecord load(BenchConfig config, String arrivals, boolean fromStart) {
    return new LoadRecord(
        new LoadRecord.Schedule(
            config.isClosed() ? 0 : config.rate().perSecond(),
            config.rateText(),
            arrivals,
            config.seed()),
        config.warmupNs(),
        config.durationNs(),
        new LoadRecord.Work(
            config.dispatch().toString(),
            config.producers(),
            config.waitMode().toString(),
            config.timeoutNs()),
        fromStart ? LoadRecord.SERVICE : null,
        null);
  }
}
