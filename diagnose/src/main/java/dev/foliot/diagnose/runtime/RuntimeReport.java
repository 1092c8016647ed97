package dev.foliot.diagnose.runtime;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.reason.RuntimeReason;
import dev.foliot.hotspot.perf.JvmCounters.Collector;
import dev.foliot.hotspot.perf.JvmCounters.Safepoints;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reports all observations: findings, and what was examined. Pure. */
final class RuntimeReport {
  private RuntimeReport() {}

  /**
   * The outcome of all observations.
   *
   * @param cutShort why it ended before its time
   */
  static Outcome<ResourceFinding> of(
      RuntimeObservations observed, List<Reason> limits, Optional<Reason> cutShort) {
    Optional<GcFigures> figures = GcFigures.of(observed.samples());
    if (figures.isEmpty() && observed.settings().isEmpty() && observed.work().isEmpty()) {
      return Outcome.over(cutShort.orElse(new RuntimeReason.NoRuntimeSamples()));
    }
    String stopped =
        figures
            .map(one ->
                ": collections stopped all threads for "
                    + Numbers.percent(one.pauseShare())
                    + " of the time")
            .orElse("");
    return Outcome.of(
        RuntimeJudge.findings(observed, figures),
        cutShort,
        limits,
        "nothing stands out" + stopped,
        "nothing found in what was examined" + stopped,
        lookedAt(observed, figures));
  }

  private static List<String> lookedAt(RuntimeObservations observed, Optional<GcFigures> figures) {
    List<String> lines = new ArrayList<>();
    figures.ifPresent(one -> counters(observed, one, lines));
    observed
        .work()
        .ifPresent(work ->
            lines.add(
                "CPU time: the program "
                    + Numbers.cpus(observed.cpusOf(work.programNs()))
                    + ", "
                    + Numbers.count(work.gcThreads(), "GC thread")
                    + " "
                    + Numbers.cpus(observed.cpusOf(work.gcNs()))
                    + ", compilers "
                    + Numbers.cpus(observed.cpusOf(work.jitNs()))
                    + ", VM thread "
                    + Numbers.cpus(observed.cpusOf(work.vmNs()))));
    observed
        .codeCache()
        .ifPresent(code ->
            lines.add(
                "code cache: "
                    + Numbers.binaryBytes(code.freeBytes())
                    + " of "
                    + Numbers.binaryBytes(code.reservedBytes())
                    + " for compiled methods are left"));
    observed
        .settings()
        .ifPresent(settings ->
            lines.add(
                "flags: "
                    + settings.collector().words()
                    + ", "
                    + Numbers.count(settings.gcThreads(), "thread")
                    + " in a pause, a heap of at most "
                    + Numbers.binaryBytes(settings.maxHeapBytes())
                    + (observed.slow().isEmpty() ? ", all compilers" : ", not all compilers")));
    observed
        .cpus()
        .ifPresent(cpus ->
            lines.add(
                "the process may use "
                    + Numbers.count(cpus.allowed(), "CPU")
                    + (cpus.quota().isPresent()
                        ? ", with a quota of " + Numbers.cpus(cpus.quota().getAsDouble())
                        : ", without a quota")));
    return lines;
  }

  private static void counters(
      RuntimeObservations observed, GcFigures figures, List<String> lines) {
    lines.add(
        Numbers.count(observed.samples().size(), "sample")
            + " of HotSpot's counters over "
            + Numbers.duration(figures.spanNs()));
    for (Collector one : figures.collectors()) {
      lines.add(
          Shown.text(one.name())
              + ": "
              + Numbers.count(one.collections())
              + ", which stopped all threads for "
              + Numbers.duration(one.pauseNs()));
    }
    figures.safepoints().ifPresent(one -> lines.add(safepoints(one)));
    if (figures.floors().size() < RuntimeJudge.FEWEST_FLOORS) {
      lines.add(
          Numbers.count(figures.floors().size(), "sample")
              + " after collections of the whole heap: growth of the live heap needs "
              + RuntimeJudge.FEWEST_FLOORS
              + " (use --duration 5min)");
    }
  }

  private static String safepoints(Safepoints one) {
    return Numbers.count(one.count(), "safepoint")
        + ", collections included: "
        + Numbers.duration(one.totalNs())
        + ", of which "
        + Numbers.duration(one.syncNs())
        + " until the last thread had stopped";
  }
}
