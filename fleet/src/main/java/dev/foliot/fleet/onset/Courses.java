package dev.foliot.fleet.onset;

import dev.foliot.fleet.level.CommonCourse;
import dev.foliot.fleet.level.Panel;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.Median;
import dev.foliot.store.fleet.FleetOnset;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** What each node's metric did over time, and its stretch that differs most. For one thread. */
final class Courses {
  /** Of the level; metrics in whole percent have windows without noise. */
  private static final double SMALLEST_NOISE = 1e-3;

  private static final double INTERVAL = 1.96;

  final List<String> nodes;

  /** By node and window, without the common course. */
  final double[][] series;

  /** The same with it. */
  final double[][] raw;

  /** The median of each node's series. */
  final double[] level;

  final Segment[] best;
  private final FleetSums sums;

  /** A figure of a node. */
  interface Reading {
    double of(int node);
  }

  /**
   * Those of all nodes.
   *
   * @param before the metric without load
   * @param course the common course of that metric
   */
  Courses(FleetSums sums, Panel before, CommonCourse course) {
    Panel without = course.without();
    this.sums = sums;
    this.nodes = sums.nodes();
    this.series = new double[nodes.size()][];
    this.raw = new double[nodes.size()][];
    this.level = new double[nodes.size()];
    this.best = new Segment[nodes.size()];
    for (int k = 0; k < series.length; k++) {
      List<Integer> lifetimes = sums.lifetimesOf(nodes.get(k));
      series[k] = merged(without, lifetimes);
      raw[k] = merged(before, lifetimes);
      level[k] = Median.of(Levels.known(series[k]));
      best[k] = Segment.of(series[k]);
    }
    double usual = usual(this::isKnown, k -> best[k].noise());
    for (int k = 0; k < series.length; k++) {
      best[k] = best[k].atLeast(Math.max(usual, SMALLEST_NOISE * Math.abs(level[k])));
    }
  }

  private static double[] merged(Panel panel, List<Integer> lifetimes) {
    double[] values = new double[panel.windows()];
    for (int window = 0; window < values.length; window++) {
      double sum = 0;
      int count = 0;
      for (int lifetime : lifetimes) {
        double value = panel.at(lifetime, window);
        if (!Double.isNaN(value)) {
          sum += value;
          count++;
        }
      }
      values[window] = count == 0 ? Double.NaN : sum / count;
    }
    return values;
  }

  int windows() {
    return series[0].length;
  }

  /** Whether a node has enough windows for a before and an after. */
  boolean isKnown(int node) {
    return best[node].score() > 0;
  }

  /** The median of a reading of some nodes; 0 without any. */
  double usual(IntPredicate which, Reading reading) {
    double[] all =
        IntStream.range(0, series.length).filter(which).mapToDouble(reading::of).toArray();
    return all.length == 0 ? 0 : Median.of(all);
  }

  /** The median over nodes of what each is above its level before. */
  double[] pooled(List<Integer> members, double[][] of) {
    double[] pooled = new double[series[0].length];
    for (int window = 0; window < pooled.length; window++) {
      int at = window;
      double[] values =
          members.stream()
              .mapToDouble(k -> of[k][at] - level[k])
              .filter(Double::isFinite)
              .toArray();
      pooled[window] = values.length == 0 ? Double.NaN : Median.of(values);
    }
    return pooled;
  }

  /** By how much a node is above its level before, in a stretch. */
  double moved(int k, int from, int to) {
    double[] in = Levels.known(Arrays.copyOfRange(series[k], from, to));
    double[] before = Levels.known(Arrays.copyOf(series[k], from));
    return in.length == 0 || before.length == 0 ? 0 : Median.of(in) - Median.of(before);
  }

  /** Whether another process of the node begins within a window of this one. */
  boolean restartsAt(int node, int window) {
    List<Integer> lifetimes = sums.lifetimesOf(nodes.get(node));
    for (int i = 1; i < lifetimes.size(); i++) {
      int first = firstWindow(lifetimes.get(i));
      if (Math.abs(first - window) <= 1) {
        return true;
      }
    }
    return false;
  }

  private int firstWindow(int lifetime) {
    int window = 0;
    while (window < sums.windows() - 1 && sums.cell(lifetime, window).n() == 0) {
      window++;
    }
    return window;
  }

  /**
   * When a change began, with its interval, and when it ended.
   *
   * @param back whether it ended
   */
  FleetOnset.Time time(List<Integer> changed, int from, int to, boolean back) {
    double[] pooled = pooled(changed, series);
    double noise =
        Median.of(changed.stream().mapToDouble(k -> best[k].noise()).toArray())
            / Math.sqrt(changed.size());
    double start = Levels.position(pooled, from, to);
    double[] before = Levels.known(Arrays.copyOf(pooled, Math.max(1, from - 1)));
    double[] after = Levels.known(Arrays.copyOfRange(pooled, Math.min(from + 1, to - 1), to));
    double size = Math.abs(Median.of(after) - Median.of(before));
    double step = 1 / Math.max(1.0, pointsInAWindow());
    double error = Math.max(step, size > 0 ? INTERVAL * noise / size : 1);
    error = Math.min(error, 2);
    return new FleetOnset.Time(
        at(start),
        at(start - error),
        at(start + error),
        back ? (Long) at(Levels.back(pooled, from, to)) : null);
  }

  /** The mean number of points of a process in a window. */
  double pointsInAWindow() {
    long points = 0;
    long cells = 0;
    for (int lifetime = 0; lifetime < sums.lifetimes(); lifetime++) {
      for (int window = 0; window < sums.windows(); window++) {
        long n = sums.cell(lifetime, window).n();
        points += n;
        cells += n > 0 ? 1 : 0;
      }
    }
    return cells == 0 ? 1 : (double) points / cells;
  }

  /** The time of a position in units of windows, in microseconds. */
  long at(double window) {
    double clamped = Math.clamp(window, 0, sums.windows());
    return sums.windowStartUs(0) + Math.round(clamped * sums.windowUs());
  }
}
