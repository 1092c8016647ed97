package dev.foliot.stats;

import java.util.Arrays;

/**
 * Effect size: how much the values of one sample tend to exceed those of another. It is the share
 * of pairs above, less the share of pairs below [1]. It is the effect size of the Mann-Whitney
 * test.
 *
 * <p>[1] Cliff, "Dominance statistics: ordinal analyses to answer ordinal questions", Psychological
 * Bulletin 114, 1993.
 */
public final class CliffsDelta {
  private CliffsDelta() {}

  /**
   * Returns the delta.
   *
   * @return from -1 (all of a below all of b) to 1
   * @throws IllegalArgumentException if a sample is empty or has a NaN
   */
  public static double of(double[] a, double[] b) {
    double[] low = sorted(a);
    double[] high = sorted(b);
    int below = 0;
    int upTo = 0;
    long balance = 0;
    for (double value : low) {
      while (below < high.length && high[below] < value) {
        below++;
      }
      while (upTo < high.length && high[upTo] <= value) {
        upTo++;
      }
      balance += below - (high.length - upTo);
    }
    return balance / ((double) low.length * high.length);
  }

  private static double[] sorted(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("a sample of nothing");
    }
    double[] sorted = values.clone();
    for (int i = 0; i < sorted.length; i++) {
      if (Double.isNaN(sorted[i])) {
        throw new IllegalArgumentException("NaN at " + i);
      }
      sorted[i] += 0.0; // -0 and 0 are equal, but sort differently
    }
    Arrays.sort(sorted);
    return sorted;
  }
}
