package dev.foliot.study.burn;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Kind;
import dev.foliot.diagnose.scheduler.Traced;
import dev.foliot.diagnose.scheduler.WakeWaits;
import dev.foliot.linux.Reading;
import dev.foliot.service.watch.Watched;
import dev.foliot.stats.Steadiness;
import dev.foliot.stats.WarmUp;
import dev.foliot.store.KernelView;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyInterval;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.Work;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.play.ProgramFork;
import dev.foliot.study.play.ServiceReading;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Computes the figures of a {@code burn} fork. Pure.
 *
 * <p>Its waits are counted in buckets, and tasks delayed by one stall are not separated. So the
 * median is its only percentile.
 */
public final class BurnReading {
  /** Fewer have no median, and their mean depends on one or two late ones. */
  public static final long ENOUGH = 20;

  private static final double US = 1e3;
  private static final double MEDIAN = 50;

  /** Ten beyond it, as for every percentile. */
  private static final long ENOUGH_FOR_P99 = 1_000;

  private final StepPlan step;
  private final BurnResult told;
  private final Watch watch;
  private final KernelView kernel;

  /**
   * The process from outside.
   *
   * @param watched the observations
   * @param startNanoTime their start, by the monotonic clock
   * @param wakes individual wake-ups, of one kind of threads; null if not requested
   */
  record Watch(Watched watched, long startNanoTime, @Nullable Reading<Traced<String>> wakes) {}

  BurnReading(StepPlan step, BurnResult told, Watch watch, KernelView kernel) {
    this.step = step;
    this.told = told;
    this.watch = watch;
    this.kernel = kernel;
  }

  /**
   * The outcome.
   *
   * @param startEpochMs when the measured load began, in milliseconds since 1970
   * @param suspect the conditions that make it SUSPECT
   */
  ForkOutcome.Played outcome(long startEpochMs, List<Reason> suspect) {
    List<Reason> unavailable = new ArrayList<>(watch.watched.unavailable());
    switch (watch.wakes) {
      case null -> {}
      case Reading.Unavailable<Traced<String>>(Reason why) ->
          unavailable.add(new StudyReason.WakeUpsUntraced(why));
      case Reading.Value<Traced<String>>(Traced<String> traced) -> {
        traced.partial().ifPresent(why -> unavailable.add(new StudyReason.WakeUpsCut(why)));
        long count = only(traced).count();
        if (count < ENOUGH_FOR_P99) {
          unavailable.add(new StudyReason.FewWakeUps(count, ENOUGH_FOR_P99));
        }
      }
    }
    return new ForkOutcome.Played(
        work(),
        startEpochMs,
        new StudyCourse(
            intervals(),
            ServiceReading.samples(watch.watched, watch.startNanoTime, told.load().startNanoTime()),
            List.of(),
            List.of(),
            List.of(),
            List.of()),
        measures(),
        new StudyPoint.Observed(watch.watched.summary(), null, null, null, null),
        unavailable,
        suspect,
        StudyPoint.Placement.NONE);
  }

  private Map<Metric, Double> measures() {
    Map<Metric, Double> measures = new LinkedHashMap<>();
    measures.put(Metric.STEPS_PER_NS, told.stepsPerNs());
    measures.put(Metric.CPU_PER_TASK, told.cpu().nsPerTask() / US);
    measures.put(Metric.QUEUED_SHARE, told.parked().queuedShare());
    measures.put(Metric.PARKED_SHARE, told.parked().whileQueuedShare());
    measures.put(Metric.LONGEST_PARKED, told.parked().longestUs());
    if (watch.wakes instanceof Reading.Value<Traced<String>>(Traced<String> traced)) {
      WakeWaits wakes = only(traced);
      measures.put(Metric.WAKE_UPS, (double) wakes.count());
      measures.put(Metric.WAKE_UP_MEAN, wakes.meanNs() / US);
      measures.put(Metric.WAKE_UP_MAX, wakes.maxNs() / US);
      if (wakes.count() >= ENOUGH) {
        measures.put(Metric.WAKE_UP_P50, wakes.p50Ns() / US);
      }
      if (wakes.count() >= ENOUGH_FOR_P99) {
        measures.put(Metric.WAKE_UP_P99, wakes.p99Ns() / US);
      }
    }
    return measures;
  }

  private static WakeWaits only(Traced<String> traced) {
    return traced.waits().values().iterator().next();
  }

  private Work work() {
    return new Work.Tasks(
        told.load().tasks(),
        told.load().durationNs(),
        Map.of(
            Kind.RESPONSE, waits(durations(told.response())),
            Kind.BACKLOG, waits(durations(told.queueWait()))),
        told.intervals().stream()
            .map(one -> StudyInterval.counted(one.fromNs(), one.toNs(), one.tasks(), 0))
            .toList(),
        kernel,
        validity());
  }

  /** In the form of a load driver's intervals; the callers are its clients. */
  private List<StudyInterval> intervals() {
    int callers = Objects.requireNonNullElse(step.clients(), 0);
    return Stream.concat(told.warmUp().stream(), told.intervals().stream())
        .map(one -> StudyInterval.counted(one.fromNs(), one.toNs(), one.tasks(), callers))
        .toList();
  }

  private static Work.Tasks.Waits waits(Durations durations) {
    return new Work.Tasks.Waits(durations, percentiles(durations));
  }

  private static Durations durations(BurnResult.Waits waits) {
    Histogram histogram = new Histogram(3);
    BigInteger sumNs = BigInteger.ZERO;
    for (int i = 0; i < waits.ns().size(); i++) {
      long ns = waits.ns().get(i);
      long count = waits.counts().get(i);
      histogram.recordValueWithCount(ns, count);
      sumNs = sumNs.add(BigInteger.valueOf(ns).multiply(BigInteger.valueOf(count)));
    }
    boolean none = waits.ns().isEmpty();
    return new Durations(
        histogram,
        histogram.getTotalCount(),
        none ? 0 : waits.ns().getFirst(),
        none ? 0 : waits.ns().getLast(),
        sumNs);
  }

  private static Percentiles percentiles(Durations durations) {
    if (durations.count() < ENOUGH) {
      return Percentiles.empty("ns");
    }
    Map<String, Reason> insufficient = new LinkedHashMap<>();
    Percentiles.NAMES.stream()
        .skip(1)
        .forEach(name -> insufficient.put(name, new StudyReason.StallsNotApart()));
    return new Percentiles(
        "ns",
        durations.count(),
        Percentiles.Range.NONE,
        Percentiles.usual(durations.percentileNs(MEDIAN)),
        insufficient,
        Map.of(),
        Map.of());
  }

  private Validity validity() {
    if (told.load().tasks() == 0) {
      return Validity.of(Verdict.INVALID, new StudyReason.NoTask());
    }
    List<Reason> reasons = ProgramFork.disturbed(kernel);
    if (isUnsteady()) {
      reasons.add(new StudyReason.TasksNeverSteady());
    }
    return Validity.of(reasons.isEmpty() ? Verdict.VALID : Verdict.SUSPECT, reasons);
  }

  private boolean isUnsteady() {
    double[] series =
        told.intervals().stream()
            .mapToDouble(one ->
                Math.log(Math.max(1, one.tasks()) * 1e9 / Math.max(1, one.toNs() - one.fromNs())))
            .toArray();
    return series.length >= WarmUp.LEAST
        && WarmUp.classify(series).steadiness() == Steadiness.NEVER_STEADY;
  }
}
