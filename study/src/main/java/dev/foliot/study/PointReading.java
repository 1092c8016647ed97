package dev.foliot.study;

import dev.foliot.bench.Kind;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.Traffic;
import dev.foliot.store.Percentiles;
import dev.foliot.store.StudyPoint;
import dev.foliot.store.StudySample;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the figures of a study off a fork. Pure. */
final class PointReading {
  private static final double MS = 1e6;
  private static final double NS_PER_S = 1e9;

  private static final double SHARE = 0.95;

  private final StudyPlan plan;
  private final Cell cell;
  private final StepPlan step;

  PointReading(StudyPlan plan, Cell cell) {
    this.plan = plan;
    this.cell = cell;
    this.step = plan.steps().get(cell.step());
  }

  StudyPoint point(CellOutcome outcome) {
    return switch (outcome) {
      case CellOutcome.Played played -> played(played);
      case CellOutcome.Failed(String reason) -> failed(reason);
    };
  }

  private StudyPoint failed(String reason) {
    return new StudyPoint(
        plan.arms().get(cell.arm()).name(),
        cell.step(),
        StudyRecords.ratePerS(step.traffic()),
        StudyRecords.clients(step.traffic()),
        cell.fork(),
        0,
        Percentiles.empty("ns"),
        Map.of(),
        null,
        null,
        null,
        Map.of(),
        null,
        null,
        null,
        List.of(),
        new Validity(Verdict.INVALID, List.of(reason)),
        reason);
  }

  private StudyPoint played(CellOutcome.Played played) {
    PhaseResult load = played.load();
    List<StudySample> samples =
        played.course().samples().stream()
            .filter(sample -> sample.atMs() >= 0 && sample.atMs() <= step.durationNs() / MS)
            .toList();
    Double cores = samples.size() < 2 ? null : cores(samples.getFirst(), samples.getLast());
    Map<String, Double> measures = new LinkedHashMap<>(played.measures());
    if (TaskFigures.areOf(plan.study())) {
      cores = TaskFigures.cores(measures, load.achievedPerS(), cores);
      TaskFigures.add(step, load.achievedPerS(), cores, samples, measures);
    }
    measure(played, cores, measures);
    List<String> suspect = new ArrayList<>(played.suspect());
    ThreadGrowth.in(samples, played.course().threads(), step.durationNs() / MS)
        .ifPresent(suspect::add);
    if (step.traffic() instanceof Traffic.Closed && plan.study() != StudyName.RAMP_UP) {
      Drift.in(played.course().intervals(), step.durationNs() / MS).ifPresent(suspect::add);
    }
    return new StudyPoint(
        plan.arms().get(cell.arm()).name(),
        cell.step(),
        StudyRecords.ratePerS(step.traffic()),
        StudyRecords.clients(step.traffic()),
        cell.fork(),
        load.achievedPerS(),
        StudyRecords.figures(load, Kind.RESPONSE),
        load.errors(),
        cores,
        samples.isEmpty()
            ? null
            : (Long) samples.stream().mapToLong(StudySample::rssBytes).max().getAsLong(),
        samples.isEmpty()
            ? null
            : (Integer) samples.stream().mapToInt(StudySample::threads).max().getAsInt(),
        measures,
        played.watch(),
        played.flight(),
        played.collection(),
        played.unavailable(),
        validity(load.validity(), suspect, measures),
        null,
        played.prediction(),
        played.remedy());
  }

  private static double cores(StudySample first, StudySample last) {
    long ns = last.cpuUserNs() + last.cpuSystemNs() - first.cpuUserNs() - first.cpuSystemNs();
    return ns / MS / Math.max(1, last.atMs() - first.atMs());
  }

  private void measure(
      CellOutcome.Played played, @Nullable Double cores, Map<String, Double> measures) {
    if (plan.study() == StudyName.RAMP_UP) {
      Ramp ramp = Ramp.of(played.course().intervals(), step.durationNs(), step.delayNs());
      double peak = ramp.peakPerS();
      measures.put("peak_per_s", peak);
      if (peak > 0) {
        ramp.secondsTo(SHARE * peak).ifPresent(s -> measures.put("time_to_95_s", s));
      }
    }
    if (plan.measures().memory()) {
      measures.putAll(MemoryReading.measures(step, played.course(), played.collection()));
    }
    if (cores != null && cores > 0) {
      measures.put("per_cpu_s", played.load().achievedPerS() / cores);
      if (plan.study() == StudyName.REMEDY && played.load().achievedPerS() > 0) {
        measures.put(RemedyReading.CPU_NS_PER_OP, cores * NS_PER_S / played.load().achievedPerS());
      }
    }
  }

  private Validity validity(Validity ofLoad, List<String> suspect, Map<String, Double> measures) {
    boolean isSteady = plan.study() != StudyName.RAMP_UP && plan.study() != StudyName.MEMORY;
    List<Reason> reasons =
        new ArrayList<>(
            isSteady ? ofLoad.reasonCodes() : ofLoad.without(LoadReason.NeverSteady.class));
    suspect.forEach(reason -> reasons.add(new Reason.Plain(reason)));
    MemoryReading.suspect(measures).forEach(reason -> reasons.add(new Reason.Plain(reason)));
    Verdict verdict =
        ofLoad.verdict() == Verdict.INVALID
            ? Verdict.INVALID
            : reasons.isEmpty() ? Verdict.VALID : Verdict.SUSPECT;
    return Validity.of(verdict, reasons);
  }
}
