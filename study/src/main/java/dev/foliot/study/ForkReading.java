package dev.foliot.study;

import dev.foliot.bench.Kind;
import dev.foliot.judgement.FigureVerdict;
import dev.foliot.judgement.SteadyState;
import dev.foliot.load.Traffic;
import dev.foliot.store.Unavailable;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.WarmUpRecord;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.MetricValues;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudySample;
import dev.foliot.study.plan.Cell;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.watch.Drift;
import dev.foliot.study.watch.ThreadGrowth;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import dev.foliot.text.StudyReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Computes the figures of a fork: the common ones, and those of its study. For one thread. */
public final class ForkReading {
  private static final double MS = 1e6;
  private static final double NS_PER_S = 1e9;

  private final StudyPlan plan;
  private final StepPlan step;
  private final ForkOutcome.Played played;
  private final List<StudySample> samples;
  private final Map<Metric, Double> measures;
  private final List<Reason> suspect;
  private @Nullable Double cores;
  private boolean isToBeSteady = true;

  private ForkReading(StudyPlan plan, StepPlan step, ForkOutcome.Played played) {
    this.plan = plan;
    this.step = step;
    this.played = played;
    this.samples =
        played.course().samples().stream()
            .filter(sample -> sample.atMs() >= 0 && sample.atMs() <= step.durationNs() / MS)
            .toList();
    this.measures = new LinkedHashMap<>(played.measures());
    this.suspect = new ArrayList<>(played.suspect());
    this.cores = samples.size() < 2 ? null : cores(samples.getFirst(), samples.getLast());
  }

  private static Double cores(StudySample first, StudySample last) {
    return (last.cpuNs() - first.cpuNs()) / MS / Math.max(1, last.atMs() - first.atMs());
  }

  /** The point of a cell. */
  public static StudyPoint point(StudyPlan plan, Cell cell, ForkOutcome outcome) {
    StepPlan step = plan.steps().get(cell.step());
    StudyPoint.Cell which =
        new StudyPoint.Cell(
            plan.arms().get(cell.arm()).name(),
            cell.step(),
            step.ratePerS(),
            step.clients(),
            cell.fork());
    return switch (outcome) {
      case ForkOutcome.Played played -> new ForkReading(plan, step, played).point(which);
      case ForkOutcome.Failed(String reason) ->
          new StudyPoint(
              which,
              StudyPoint.Answered.NOTHING,
              StudyPoint.Used.UNKNOWN,
              MetricValues.NONE,
              StudyPoint.Observed.NOTHING,
              new StudyPoint.Trust(
                  Unavailable.NOTHING,
                  Validity.of(Verdict.INVALID, new RunReason.ForkFailed(reason)),
                  reason),
              StudyPoint.Placement.NONE);
    };
  }

  /** The plan of its study. */
  public StudyPlan plan() {
    return plan;
  }

  /** Its load. */
  public StepPlan step() {
    return step;
  }

  /** How long the remote system takes to answer, in nanoseconds; 0 where there is none. */
  public long delayNs() {
    return plan.target(step).remote() == null ? 0 : step.delayNs();
  }

  /** Its outcome. */
  public ForkOutcome.Played played() {
    return played;
  }

  /** The service under the measured load. */
  public List<StudySample> samples() {
    return samples;
  }

  /** CPU time per time, in CPUs; null if unknown. */
  public @Nullable Double cores() {
    return cores;
  }

  /** Sets the CPU time per time, if the program itself has a better value. */
  public void cores(double known) {
    cores = known;
  }

  /** A measure computed so far; null if unknown. */
  public @Nullable Double get(Metric metric) {
    return measures.get(metric);
  }

  /** Adds a measure. */
  public void put(Metric metric, double value) {
    measures.put(metric, value);
  }

  /** Adds a reason for SUSPECT. */
  public void suspect(Reason reason) {
    suspect.add(reason);
  }

  /** Declares that throughput may change under this load. */
  public void mayChange() {
    isToBeSteady = false;
  }

  private StudyPoint point(StudyPoint.Cell which) {
    Work work = played.work();
    ThreadGrowth.in(samples, played.course().threads(), step.durationNs() / MS)
        .ifPresent(suspect::add);
    plan.study().read(this);
    Double known = cores;
    if (known != null && known > 0) {
      measures.put(Metric.PER_CPU, work.perS() / known);
    }
    return new StudyPoint(
        which,
        new StudyPoint.Answered(work.perS(), work.figures(Kind.RESPONSE), work.errors()),
        new StudyPoint.Used(
            known,
            samples.isEmpty()
                ? null
                : (Long) samples.stream().mapToLong(StudySample::rssBytes).max().getAsLong(),
            samples.isEmpty()
                ? null
                : (Integer) samples.stream().mapToInt(StudySample::threads).max().getAsInt()),
        MetricValues.of(measures),
        played.observed(),
        StudyPoint.Trust.of(validity(work.validity()), played.unavailable()),
        played.placement());
  }

  /** Makes a closed loop with changing throughput SUSPECT. */
  public void checkDrift() {
    if (step.traffic() instanceof Traffic.Closed) {
      Drift.in(played.course().intervals(), step.durationNs() / MS).ifPresent(suspect::add);
    }
  }

  /** Makes a closed loop SUSPECT that did not have its throughput from the start of the load on. */
  public void checkSteady() {
    double durationMs = step.durationNs() / MS;
    WarmUpRecord warmUp =
        step.traffic() instanceof Traffic.Closed
            ? SteadyState.ofThroughput(played.course().intervals(), durationMs)
            : null;
    if (warmUp != null && !SteadyState.holds(warmUp, durationMs)) {
      suspect.add(new StudyReason.NotSteady(warmUpCpuSeconds()));
    }
  }

  /** CPU time of the program before its load, by its last sample then; 0 without one. */
  private double warmUpCpuSeconds() {
    return played.course().samples().stream()
            .filter(sample -> sample.atMs() <= 0)
            .mapToLong(StudySample::cpuNs)
            .max()
            .orElse(0)
        / NS_PER_S;
  }

  /** By the figures that the study's answers use; the reasons that harm others are kept as well. */
  private Validity validity(Validity ofWork) {
    List<Reason> reasons =
        new ArrayList<>(
            isToBeSteady ? ofWork.reasonCodes() : ofWork.without(LoadReason.NeverSteady.class));
    reasons.addAll(suspect);
    boolean isClosed = step.traffic() instanceof Traffic.Closed;
    if (FigureVerdict.isLost(ofWork, isClosed)) {
      return Validity.of(Verdict.INVALID, reasons);
    }
    Validity all = Validity.of(reasons.isEmpty() ? Verdict.VALID : Verdict.SUSPECT, reasons);
    return Validity.of(FigureVerdict.of(all, isClosed, plan.study().figures()).verdict(), reasons);
  }
}
