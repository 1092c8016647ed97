package dev.foliot.fleet.onset;

import dev.foliot.fleet.level.Robust;
import dev.foliot.stats.Median;
import java.util.Arrays;

/**
 * The stretch of a series whose level differs most from the rest.
 *
 * <p>Scans all stretches that begin after the series does: the greatest difference of means, in
 * standard errors [1]. A stretch that reaches the end is a change; one that ends before it is a
 * change and a change back.
 *
 * <p>[1] Levin and Kline, "The cusum test of homogeneity", Statistics in Medicine 4, 1985 (the
 * epidemic alternative).
 *
 * @param from the first window of the stretch
 * @param to the window after its last
 * @param change the mean within less the mean outside, in the metric's unit
 * @param score the change in standard errors, never negative; 0 for none. Before {@link #atLeast}
 *     it is not divided by the noise
 * @param noise the deviation of a window around its level
 */
record Segment(int from, int to, double change, double score, double noise) {
  static final Segment NONE = new Segment(0, 0, 0, 0, 0);

  /** A level takes as many windows. */
  static final int LEAST = 2;

  private static final int FEWEST_VALUES = 8;
  private static final double OF_DIFFERENCES = Math.sqrt(2);

  /**
   * The best stretch of a series.
   *
   * @param values one for each window, NaN for none
   */
  static Segment of(double[] values) {
    int n = values.length;
    double[] sums = new double[n + 1];
    int[] counts = new int[n + 1];
    double middle = Median.of(Arrays.stream(values).filter(Double::isFinite).toArray());
    for (int i = 0; i < n; i++) {
      boolean known = Double.isFinite(values[i]);
      sums[i + 1] = sums[i] + (known ? values[i] - middle : 0);
      counts[i + 1] = counts[i] + (known ? 1 : 0);
    }
    int all = counts[n];
    if (all < FEWEST_VALUES) {
      return NONE;
    }
    int bestFrom = 0;
    int bestTo = 0;
    double best = 0;
    double change = 0;
    for (int from = LEAST; from <= n - LEAST; from++) {
      if (counts[from] < LEAST) {
        continue;
      }
      for (int to = from + LEAST; to <= n; to++) {
        int in = counts[to] - counts[from];
        int after = all - counts[to];
        if (in < LEAST || (after > 0 && after < LEAST)) {
          continue;
        }
        double sum = sums[to] - sums[from];
        double difference = sum / in - (sums[n] - sum) / (all - in);
        double size = Math.abs(difference) * Math.sqrt((double) in * (all - in) / all);
        if (size > best) {
          best = size;
          bestFrom = from;
          bestTo = to;
          change = difference;
        }
      }
    }
    return new Segment(bestFrom, bestTo, change, best, noise(values, bestFrom, bestTo, change));
  }

  /** The same with its score in standard errors, by a noise of at least this. */
  Segment atLeast(double leastNoise) {
    double least = Math.max(leastNoise, noise);
    return new Segment(from, to, change, least > 0 ? score / least : 0, least);
  }

  /** The difference of a given stretch, in standard errors and with its sign; 0 if unknown. */
  static double score(double[] values, int from, int to, double noise) {
    double in = 0;
    double out = 0;
    int inside = 0;
    int outside = 0;
    for (int i = 0; i < values.length; i++) {
      if (!Double.isNaN(values[i])) {
        if (i >= from && i < to) {
          in += values[i];
          inside++;
        } else {
          out += values[i];
          outside++;
        }
      }
    }
    return inside == 0 || outside == 0 || !(noise > 0)
        ? 0
        : (in / inside - out / outside)
            * Math.sqrt((double) inside * outside / (inside + outside))
            / noise;
  }

  /** The deviation around both levels, and what neighbouring windows differ by. */
  private static double noise(double[] values, int from, int to, double change) {
    double[] left = new double[values.length];
    int count = 0;
    double[] steps = new double[values.length];
    int pairs = 0;
    double before = Double.NaN;
    for (int i = 0; i < values.length; i++) {
      if (Double.isNaN(values[i])) {
        continue;
      }
      double level = values[i] - (i >= from && i < to ? change : 0);
      left[count++] = level;
      if (!Double.isNaN(before)) {
        steps[pairs++] = level - before;
      }
      before = level;
    }
    return Math.max(
        Robust.deviation(Arrays.copyOf(left, count)),
        Robust.deviation(Arrays.copyOf(steps, pairs)) / OF_DIFFERENCES);
  }
}
