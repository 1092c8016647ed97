package dev.foliot.report.study;

import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyInterval;
import dev.foliot.store.study.StudySample;
import dev.foliot.store.study.StudyThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** A figure of one fork against time. */
final class Trace {
  private static final double MS_IN_S = 1e3;

  private final double[] atS;
  private final double[] values;

  private Trace(double[] atS, double[] values) {
    this.atS = atS;
    this.values = values;
  }

  static Trace of(List<double[]> points) {
    double[] at = new double[points.size()];
    double[] values = new double[points.size()];
    for (int i = 0; i < at.length; i++) {
      at[i] = points.get(i)[0];
      values[i] = points.get(i)[1];
    }
    return new Trace(at, values);
  }

  int size() {
    return atS.length;
  }

  /** Seconds from the start of the measured load, ascending with the index. */
  double atS(int index) {
    return atS[index];
  }

  /** Not a number where there is none. */
  double value(int index) {
    return values[index];
  }

  boolean isEmpty() {
    return atS.length == 0;
  }

  /** The greatest value, 0 without any. */
  double most() {
    double most = 0;
    for (double value : values) {
      most = Double.isNaN(value) ? most : Math.max(most, value);
    }
    return most;
  }

  /** The least value above zero, not a number without any. */
  double leastPositive() {
    double least = Double.NaN;
    for (double value : values) {
      least = value > 0 && !(value >= least) ? value : least;
    }
    return least;
  }

  /** The value at the last time not after one, not a number before the first. */
  double at(double s) {
    double value = Double.NaN;
    for (int i = 0; i < atS.length && atS[i] <= s; i++) {
      value = values[i];
    }
    return value;
  }

  /** At most so many points: neighbours are joined, and the greatest of them stays. */
  Trace atMost(int most) {
    if (atS.length <= most) {
      return this;
    }
    List<double[]> kept = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      int from = (int) ((long) i * atS.length / most);
      int to = (int) ((long) (i + 1) * atS.length / most);
      int best = from;
      for (int j = from; j < to; j++) {
        best = values[j] > values[best] || Double.isNaN(values[best]) ? j : best;
      }
      kept.add(new double[] {atS[best], values[best]});
    }
    return of(kept);
  }

  /**
   * Throughput, each value in the middle of the window that it is taken over, as the times of a
   * verdict are; before the load, which may be idle, interval by interval.
   *
   * @param windowMs at least; it is rounded up to whole intervals
   * @param untilMs where the measured load ends
   */
  static Trace throughput(StudyCourse course, double windowMs, double untilMs) {
    List<StudyInterval> all =
        course.intervals().stream().filter(one -> one.endMs() <= untilMs + 1).toList();
    List<double[]> points = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      StudyInterval first = all.get(i);
      double lengthMs = first.endMs() - first.startMs();
      int window =
          first.startMs() < 0 || !(lengthMs > 0)
              ? 1
              : (int) Math.max(1, Math.ceil(windowMs / lengthMs - 1e-9));
      if (i + window > all.size()) {
        break;
      }
      long ok = 0;
      for (StudyInterval one : all.subList(i, i + window)) {
        ok += one.ok();
      }
      double endMs = all.get(i + window - 1).endMs();
      double ms = endMs - first.startMs();
      double middle = (first.startMs() + endMs) / 2 / MS_IN_S;
      points.add(new double[] {middle, ms > 0 ? ok * MS_IN_S / ms : Double.NaN});
    }
    return of(points);
  }

  /** A figure of the driver's intervals, in their middle. */
  static Trace ofIntervals(StudyCourse course, IntervalFigure figure) {
    List<double[]> points = new ArrayList<>();
    for (StudyInterval one : course.intervals()) {
      Double value = figure.of(one);
      double middle = (one.startMs() + one.endMs()) / 2 / MS_IN_S;
      points.add(new double[] {middle, value == null ? Double.NaN : value});
    }
    return of(points);
  }

  /** Reads a figure off an interval. */
  interface IntervalFigure {
    @Nullable Double of(StudyInterval interval);
  }

  /** What the service told of its threads. */
  static Trace ofThreads(StudyCourse course, ToDoubleFunction<StudyThreads> figure) {
    List<double[]> points = new ArrayList<>();
    course
        .threads()
        .forEach(one -> points.add(new double[] {one.atMs() / MS_IN_S, figure.applyAsDouble(one)}));
    return of(points);
  }

  /** What the kernel told at each moment. */
  static Trace ofSamples(StudyCourse course, ToDoubleFunction<StudySample> figure) {
    List<double[]> points = new ArrayList<>();
    course
        .samples()
        .forEach(one -> points.add(new double[] {one.atMs() / MS_IN_S, figure.applyAsDouble(one)}));
    return of(points);
  }

  /**
   * What grows, per second of time, over stretches of a length at least; at their ends.
   *
   * @param sum what has come together since the first sample; not a number where not known
   */
  static Trace perSecond(StudyCourse course, double leastMs, ToDoubleFunction<StudySample> sum) {
    List<double[]> points = new ArrayList<>();
    StudySample from = null;
    for (StudySample sample : course.samples()) {
      if (from == null) {
        from = sample;
      } else if (sample.atMs() - from.atMs() >= leastMs) {
        double more = sum.applyAsDouble(sample) - sum.applyAsDouble(from);
        double s = (sample.atMs() - from.atMs()) / MS_IN_S;
        points.add(new double[] {sample.atMs() / MS_IN_S, more / s});
        from = sample;
      }
    }
    return of(points);
  }

  /**
   * CPU time of the service for a request that was answered, in nanoseconds, over stretches of a
   * length at least, at their ends; not a number where none was. Where the driver has no intervals
   * there is nothing.
   *
   * @param fromMs what was before is left out
   */
  static Trace cpuPerRequest(StudyCourse course, double fromMs, double leastMs) {
    List<double[]> points = new ArrayList<>();
    List<StudyInterval> intervals = course.intervals();
    if (intervals.isEmpty()) {
      return of(points);
    }
    double beginMs = Math.max(fromMs, intervals.getFirst().startMs());
    double endMs = intervals.getLast().endMs();
    StudySample from = null;
    for (StudySample sample : course.samples()) {
      if (sample.atMs() < beginMs || sample.atMs() > endMs) {
        continue;
      }
      if (from == null) {
        from = sample;
      } else if (sample.atMs() - from.atMs() >= leastMs) {
        double ok = answered(intervals, from.atMs(), sample.atMs());
        double cpuNs = cpuNs(sample) - cpuNs(from);
        points.add(new double[] {sample.atMs() / MS_IN_S, ok < 1 ? Double.NaN : cpuNs / ok});
        from = sample;
      }
    }
    return of(points);
  }

  private static double cpuNs(StudySample sample) {
    return (double) sample.cpuNs();
  }

  /** How many requests were answered in a time, as if those of an interval came evenly. */
  private static double answered(List<StudyInterval> intervals, double fromMs, double toMs) {
    double sum = 0;
    for (StudyInterval one : intervals) {
      double commonMs = Math.min(toMs, one.endMs()) - Math.max(fromMs, one.startMs());
      if (commonMs > 0) {
        sum += one.ok() * commonMs / (one.endMs() - one.startMs());
      }
    }
    return sum;
  }
}
