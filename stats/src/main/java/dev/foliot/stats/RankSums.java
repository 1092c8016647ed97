package dev.foliot.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The distribution of the Mann-Whitney statistic for two samples of one distribution. The statistic
 * is the number of pairs with the second value smaller.
 *
 * <p>It is exact up to ten thousand pairs, from the generating function [1]; beyond, the normal one
 * with continuity correction. If each tie counts against rejection, ties only make a false
 * rejection rarer.
 *
 * <p>[1] Mann and Whitney, "On a test of whether one of two random variables is stochastically
 * larger than the other", 1947.
 */
final class RankSums {
  private static final long MOST_EXACT = 10_000;

  private final long pairs;
  private final int sizes;
  private final double[] cumulative;

  RankSums(int m, int n) {
    if (m < 1 || n < 1) {
      throw new IllegalArgumentException("samples of " + m + " and " + n);
    }
    pairs = (long) m * n;
    sizes = m + n;
    cumulative = pairs <= MOST_EXACT ? exact(m, n) : new double[0];
  }

  /** Gaussian binomial coefficients, built by factors (1 - x^(n+i)) / (1 - x^i). */
  private static double[] exact(int m, int n) {
    double[] ways = new double[m * n + 1];
    ways[0] = 1;
    for (int i = 1; i <= m; i++) {
      for (int u = ways.length - 1; u >= n + i; u--) {
        ways[u] -= ways[u - n - i];
      }
      for (int u = i; u < ways.length; u++) {
        ways[u] += ways[u - i];
      }
    }
    double all = 0;
    for (double way : ways) {
      all += way;
    }
    double sum = 0;
    for (int u = 0; u < ways.length; u++) {
      sum += ways[u];
      ways[u] = sum / all;
    }
    return ways;
  }

  /** The probability of at most u pairs. */
  private double atMost(long u) {
    if (u < 0) {
      return 0;
    }
    if (cumulative.length > 0) {
      return cumulative[(int) Math.min(u, pairs)];
    }
    double deviation = Math.sqrt(pairs / 12.0 * (sizes + 1));
    return NormalDistribution.of(pairs / 2.0, deviation).cumulativeProbability(u + 0.5);
  }

  /** The two-sided p-value for the smaller number of pairs; ties count for both. */
  double pValue(long u) {
    return Math.min(1, 2 * atMost(u));
  }

  /**
   * The index of the interval's ends at level alpha in the sorted differences, from either side,
   * counted from 1. It is 0 if no difference is far enough out.
   *
   * <p>The interval excludes zero if and only if {@link #pValue} is at most alpha.
   */
  long depth(double alpha) {
    long low = 0;
    long high = pairs / 2 + 1;
    while (low < high) {
      long middle = (low + high + 1) >>> 1;
      if (pValue(middle - 1) <= alpha) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
