package dev.foliot.judgement;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Interval;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import dev.foliot.stats.Median;
import dev.foliot.stats.WarmUp;
import dev.foliot.store.WarmUpRecord;
import dev.foliot.store.study.StudyInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether a fork became steady. It compares equal stretches of warm-up and load: by their
 * median service times, or in a closed loop by their throughput. The response time does not serve:
 * a passing backlog is no change of the code.
 */
public final class SteadyState {
  private static final double MEDIAN = 50;
  private static final double MS = 1e6;

  /** Intervals shorter than this share of the median are the cut ends of a phase. */
  private static final double WHOLE = 0.5;

  /** Of the load: a level that is reached by then holds for almost all of it. */
  private static final double SOON = 0.1;

  private SteadyState() {}

  /** Classifies the warm-up; null with too few stretches. */
  public static @Nullable WarmUpRecord of(Measurement measurement, long warmupNs) {
    List<Stretch> stretches = new ArrayList<>();
    long lengthNs =
        Math.max(longest(measurement.series().warmup()), longest(measurement.series().intervals()));
    join(measurement.series().warmup(), -warmupNs, lengthNs, stretches);
    join(measurement.series().intervals(), 0, lengthNs, stretches);
    stretches.removeIf(stretch -> stretch.service.getTotalCount() == 0);
    if (stretches.size() < WarmUp.LEAST) {
      return null;
    }
    return record(
        stretches.stream()
            .mapToDouble(
                s -> Math.log((double) Math.max(1, s.service.getValueAtPercentile(MEDIAN))))
            .toArray(),
        stretches.stream().mapToDouble(Stretch::startMs).toArray());
  }

  /**
   * Classifies the warm-up of a closed loop by its throughput; null with too few intervals.
   *
   * @param intervals of warm-up and load; those of the warm-up start below 0
   * @param durationMs the length of the load
   */
  public static @Nullable WarmUpRecord ofThroughput(
      List<StudyInterval> intervals, double durationMs) {
    if (intervals.size() < WarmUp.LEAST) {
      return null;
    }
    // a busy machine ends some of them late
    double usual =
        Median.of(intervals.stream().mapToDouble(i -> i.endMs() - i.startMs()).toArray());
    List<StudyInterval> whole =
        intervals.stream()
            .filter(one -> one.endMs() <= durationMs + 1)
            .filter(one -> one.endMs() - one.startMs() >= WHOLE * usual)
            .sorted(Comparator.comparingDouble(StudyInterval::startMs))
            .toList();
    if (usual <= 0 || whole.size() < WarmUp.LEAST) {
      return null;
    }
    // the time of an answer, which falls in a warm-up as the service time does
    return record(
        whole.stream()
            .mapToDouble(
                one -> Math.log((one.endMs() - one.startMs()) / Math.max(0.5, (double) one.ok())))
            .toArray(),
        whole.stream().mapToDouble(StudyInterval::startMs).toArray());
  }

  /**
   * Whether a load had one level, but for its first tenth.
   *
   * @param durationMs its length
   */
  public static boolean holds(WarmUpRecord warmUp, double durationMs) {
    Double fromMs = warmUp.steadyFromMs();
    return fromMs != null && fromMs <= SOON * durationMs;
  }

  private static WarmUpRecord record(double[] logs, double[] startMs) {
    WarmUp.Result result = WarmUp.classify(logs);
    return new WarmUpRecord(
        result.steadiness().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        result.steadyFrom() < logs.length ? (Double) startMs[result.steadyFrom()] : null,
        Arrays.stream(result.changes()).mapToObj(i -> startMs[i]).toList());
  }

  private static long longest(List<Interval> intervals) {
    return intervals.stream().mapToLong(i -> i.endNs() - i.startNs()).max().orElse(0);
  }

  /** Joins short intervals: those of the warm-up may be shorter than the load's, and noisier. */
  private static void join(
      List<Interval> intervals, long shiftNs, long lengthNs, List<Stretch> stretches) {
    Stretch last = null;
    for (Interval interval : intervals) {
      long startNs = interval.startNs() + shiftNs;
      if (last == null || interval.endNs() + shiftNs - last.startNs > lengthNs) {
        last = new Stretch(startNs, new Histogram(3));
        stretches.add(last);
      }
      Durations service = Objects.requireNonNull(interval.durations().get(Kind.SERVICE));
      last.service.add(service.histogram());
    }
  }

  private record Stretch(long startNs, Histogram service) {
    double startMs() {
      return startNs / MS;
    }
  }
}
