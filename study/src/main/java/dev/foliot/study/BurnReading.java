package dev.foliot.study;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Kind;
import dev.foliot.diagnose.scheduler.Traced;
import dev.foliot.diagnose.scheduler.WakeWaits;
import dev.foliot.linux.Reading;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.SeriesRow;
import dev.foliot.service.watch.Watched;
import dev.foliot.stats.Steadiness;
import dev.foliot.stats.WarmUp;
import dev.foliot.store.KernelView;
import dev.foliot.store.Percentiles;
import dev.foliot.store.StudyCourse;
import dev.foliot.store.StudyInterval;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A fork of {@code burn} in the form that a fork under a load driver has. Pure.
 *
 * <p>What it told of waiting is counted in buckets, and tasks that one stall held up are not told
 * apart, so of its percentiles the median alone is given.
 */
final class BurnReading {
  /** What the reasons begin with for which no wake-ups were traced. */
  static final String WAKE_UPS = "wake-ups one by one: ";

  /** Fewer have no median, and their mean is that of one or two late ones. */
  static final long ENOUGH = 20;

  private static final double MS = 1e6;
  private static final double US = 1e3;
  private static final double STEAL = 0.01;
  private static final double MEDIAN = 50;

  /** Ten beyond it, as of every percentile. */
  private static final long ENOUGH_FOR_P99 = 1_000;

  private static final String NOT_APART = "burn does not tell apart what one stall delayed";

  private final StepPlan step;
  private final BurnResult told;
  private final Watch watch;
  private final KernelView kernel;

  /**
   * The process from outside.
   *
   * @param watched what was seen
   * @param startNanoTime when that began, by the monotonic clock
   * @param wakes wake-ups one by one, of one kind of threads; null where they were not asked for
   */
  record Watch(Watched watched, long startNanoTime, @Nullable Reading<Traced<String>> wakes) {}

  BurnReading(StepPlan step, BurnResult told, Watch watch, KernelView kernel) {
    this.step = step;
    this.told = told;
    this.watch = watch;
    this.kernel = kernel;
  }

  /**
   * The whole.
   *
   * @param startEpochMs when the measured load began, in milliseconds since 1970
   * @param suspect why the conditions make it SUSPECT
   */
  CellOutcome.Played outcome(long startEpochMs, List<String> suspect) {
    List<String> unavailable = new ArrayList<>(watch.watched.unavailable());
    switch (watch.wakes) {
      case null -> {}
      case Reading.Unavailable<Traced<String>> none -> unavailable.add(WAKE_UPS + none.sentence());
      case Reading.Value<Traced<String>>(Traced<String> traced) -> {
        traced.partial().ifPresent(why -> unavailable.add("all of the wake-ups: " + why.text()));
        long count = only(traced).count();
        if (count < ENOUGH_FOR_P99) {
          unavailable.add(
              String.format(
                  Locale.ROOT,
                  "the 99th percentile of wake-ups: %,d were traced, and it needs %,d",
                  count,
                  ENOUGH_FOR_P99));
        }
      }
    }
    return new CellOutcome.Played(
        load(),
        startEpochMs,
        new StudyCourse(
            told.intervals().stream().map(this::interval).toList(),
            CellReading.samples(watch.watched, watch.startNanoTime, told.startNanoTime()),
            List.of(),
            List.of(),
            List.of()),
        CellReading.watch(watch.watched.summary()),
        measures(),
        unavailable,
        suspect);
  }

  private Map<String, Double> measures() {
    Map<String, Double> measures = new LinkedHashMap<>();
    measures.put("steps_per_ns", told.stepsPerNs());
    measures.put("cpu_us_per_task", told.cpuNsPerTask() / US);
    measures.put("queued_share", told.queuedShare());
    measures.put("parked_while_queued_share", told.parkedWhileQueuedShare());
    measures.put("longest_parked_us", told.longestParkedUs());
    if (watch.wakes instanceof Reading.Value<Traced<String>>(Traced<String> traced)) {
      WakeWaits wakes = only(traced);
      measures.put("wakeups_traced", (double) wakes.count());
      measures.put("wakeup_mean_us", wakes.meanNs() / US);
      measures.put("wakeup_max_us", wakes.maxNs() / US);
      if (wakes.count() >= ENOUGH) {
        measures.put("wakeup_p50_us", wakes.p50Ns() / US);
      }
      if (wakes.count() >= ENOUGH_FOR_P99) {
        measures.put("wakeup_p99_us", wakes.p99Ns() / US);
      }
    }
    return measures;
  }

  private static WakeWaits only(Traced<String> traced) {
    return traced.waits().values().iterator().next();
  }

  private PhaseResult load() {
    Map<Kind, Durations> durations = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      durations.put(kind, durations(new BurnResult.Waits(List.of(), List.of())));
    }
    durations.put(Kind.RESPONSE, durations(told.response()));
    durations.put(Kind.BACKLOG, durations(told.queueWait()));
    Map<String, Percentiles> figures = new LinkedHashMap<>();
    durations.forEach((kind, all) -> figures.put(kind.label(), percentiles(all)));
    return new PhaseResult(
        step.name(),
        "closed",
        StepWords.traffic(step),
        0,
        told.durationNs(),
        told.tasks(),
        told.tasks(),
        told.tasks(),
        Map.of(),
        0,
        told.tasks() * 1e9 / told.durationNs(),
        durations,
        figures,
        told.intervals().stream().map(BurnReading::row).toList(),
        kernel,
        null,
        validity());
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
    Map<String, String> insufficient = new LinkedHashMap<>();
    Percentiles.NAMES.stream().skip(1).forEach(name -> insufficient.put(name, NOT_APART));
    return new Percentiles(
        "ns",
        durations.count(),
        null,
        null,
        null,
        durations.percentileNs(MEDIAN),
        null,
        null,
        null,
        null,
        insufficient);
  }

  private static SeriesRow row(BurnResult.Interval one) {
    return new SeriesRow(
        one.fromNs(),
        one.toNs(),
        one.tasks(),
        one.tasks(),
        0,
        0,
        0,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private StudyInterval interval(BurnResult.Interval one) {
    return new StudyInterval(
        one.fromNs() / MS,
        one.toNs() / MS,
        one.tasks(),
        one.tasks(),
        0,
        Objects.requireNonNullElse(StudyRecords.clients(step.traffic()), 0),
        0,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private Validity validity() {
    List<String> reasons = new ArrayList<>();
    if (told.tasks() == 0) {
      return new Validity(Verdict.INVALID, List.of("no task ended under the load"));
    }
    Double steal = kernel.stealShare();
    if (steal != null && steal > STEAL) {
      reasons.add(
          String.format(
              Locale.ROOT, "steal: the hypervisor took %.1f %% of the CPU time", steal * 100));
    }
    Long periods = kernel.throttledPeriods();
    if (periods != null && periods > 0) {
      reasons.add("throttling: the CPU quota was used up " + periods + " times");
    }
    if (isUnsteady()) {
      reasons.add("never steady: throughput still changed in the last quarter of the load");
    }
    return new Validity(reasons.isEmpty() ? Verdict.VALID : Verdict.SUSPECT, reasons);
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
