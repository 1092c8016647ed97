package dev.foliot.judgement;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Interval;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import dev.foliot.stats.WarmUp;
import dev.foliot.store.WarmUpRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether a fork became steady. It compares median service times of equal stretches of
 * warm-up and load. The response time does not serve: a passing backlog is no change of the code.
 */
public final class SteadyState {
  private static final double MEDIAN = 50;
  private static final double MS = 1e6;

  private SteadyState() {}

  /** Classifies the warm-up; null with too few stretches. */
  public static @Nullable WarmUpRecord of(Measurement measurement, long warmupNs) {
    List<Stretch> stretches = new ArrayList<>();
    long lengthNs = Math.max(longest(measurement.warmup()), longest(measurement.intervals()));
    join(measurement.warmup(), -warmupNs, lengthNs, stretches);
    join(measurement.intervals(), 0, lengthNs, stretches);
    stretches.removeIf(stretch -> stretch.service.getTotalCount() == 0);
    if (stretches.size() < WarmUp.LEAST) {
      return null;
    }
    WarmUp.Result result =
        WarmUp.classify(
            stretches.stream()
                .mapToDouble(
                    s -> Math.log((double) Math.max(1, s.service.getValueAtPercentile(MEDIAN))))
                .toArray());
    return new WarmUpRecord(
        result.steadiness().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        result.steadyFrom() < stretches.size()
            ? stretches.get(result.steadyFrom()).startMs()
            : null,
        Arrays.stream(result.changes()).mapToObj(i -> stretches.get(i).startMs()).toList());
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
