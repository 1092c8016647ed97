package dev.foliot.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds changes of level or spread in a series.
 *
 * <p>PELT [1]: divides the series into segments with the least total cost, including a penalty for
 * each change. A segment costs minus twice the log likelihood of normal values with its own mean
 * and variance. The penalty is {@code 15 ln n}, far above the {@code 3 ln n} of Schwarz' criterion:
 * medians of intervals depend on earlier ones and would give many small segments.
 *
 * <p>Shifting or scaling the series does not change the result. A segment's variance counts as at
 * least a millionth of the series' own; otherwise equal values would have infinite likelihood.
 *
 * <p>[1] Killick, Fearnhead and Eckley, "Optimal Detection of Changepoints With a Linear
 * Computational Cost", 2012.
 */
public final class ChangePoints {
  private static final double PENALTY = 15;
  private static final double LEAST_SHARE_OF_VARIANCE = 1e-6;

  private ChangePoints() {}

  /**
   * Returns the starts of the segments, without the first (0).
   *
   * @param series finite values in the order of time
   * @param minSegment the least length of a segment, at least 2
   * @return ascending; empty without a change, or if the series is too short
   * @throws IllegalArgumentException if a value is not finite or the length is below 2
   */
  public static int[] meanAndVariance(double[] series, int minSegment) {
    return pelt(series, minSegment, PENALTY * Math.log(series.length));
  }

  static int[] pelt(double[] series, int minSegment, double penalty) {
    if (minSegment < 2) {
      throw new IllegalArgumentException("segments of " + minSegment);
    }
    Cost cost = new Cost(series);
    int n = series.length;
    if (n < 2 * minSegment || cost.flat()) {
      return new int[0];
    }
    double[] best = new double[n + 1];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    best[0] = -penalty;
    int[] last = new int[n + 1];
    // A start that has lost to a later one still wins until the later segment is long enough.
    int[] lostAt = new int[n + 1];
    Arrays.fill(lostAt, Integer.MAX_VALUE);
    List<Integer> starts = new ArrayList<>();
    for (int end = minSegment; end <= n; end++) {
      int newest = end - minSegment;
      if (newest == 0 || newest >= minSegment) {
        starts.add(newest);
      }
      for (int start : starts) {
        double sum = best[start] + cost.of(start, end) + penalty;
        if (sum < best[end]) {
          best[end] = sum;
          last[end] = start;
        }
      }
      for (int start : starts) {
        if (lostAt[start] == Integer.MAX_VALUE && best[start] + cost.of(start, end) > best[end]) {
          lostAt[start] = end;
        }
      }
      int now = end + 1;
      starts.removeIf(start -> lostAt[start] <= now - minSegment);
    }
    return walkBack(last, n);
  }

  private static int[] walkBack(int[] last, int n) {
    List<Integer> changes = new ArrayList<>();
    for (int at = last[n]; at > 0; at = last[at]) {
      changes.add(0, at);
    }
    return changes.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Minus twice the log likelihood of a segment, less the part common to all divisions. */
  static final class Cost {
    private final double[] sums;
    private final double[] squares;
    private final double least;

    Cost(double[] series) {
      double mean = Arrays.stream(series).average().orElse(0);
      if (!Double.isFinite(mean)) {
        throw new IllegalArgumentException("a value of the series is not finite");
      }
      sums = new double[series.length + 1];
      squares = new double[series.length + 1];
      for (int i = 0; i < series.length; i++) {
        // Around the mean, to lose few digits in differences of squares.
        double value = series[i] - mean;
        sums[i + 1] = sums[i] + value;
        squares[i + 1] = squares[i] + value * value;
      }
      least = LEAST_SHARE_OF_VARIANCE * squares[series.length] / Math.max(1, series.length);
    }

    boolean flat() {
      return !(least > 0);
    }

    double of(int start, int end) {
      int n = end - start;
      double sum = sums[end] - sums[start];
      double variance = Math.max(0, (squares[end] - squares[start] - sum * sum / n) / n);
      return variance >= least
          ? n * (Math.log(variance) + 1)
          : n * (Math.log(least) + variance / least);
    }
  }
}
