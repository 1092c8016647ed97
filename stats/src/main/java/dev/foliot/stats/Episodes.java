package dev.foliot.stats;

import java.util.Arrays;

/**
 * Counts the causes behind exceedances, as episodes.
 *
 * <p>A stall of 100 ms at 10,000 messages a second makes a thousand of them slow, yet it is one
 * event. A percentile exceeded only by that stall's messages is the length of the stall, and does
 * not predict the next. Runs declustering [1] groups exceedances close to each other into one
 * episode.
 *
 * <p>[1] Smith and Weissman, "Estimating the Extremal Index", 1994; Leadbetter et al., "On
 * Clustering of High Values in Statistically Stationary Series", 1989.
 */
public final class Episodes {
  /** The fewest episodes beyond a percentile to show it. */
  public static final int NEEDED = 10;

  /** Independent exceedances are on average this many times farther apart than a run allows. */
  private static final int SPARSENESS = 10;

  /** Absorbs the rounding of a percentile whose count is whole, such as 10 at p99.9. */
  private static final double ROUNDING = 1e-6;

  private Episodes() {}

  /**
   * Number of values of a sample beyond a percentile.
   *
   * @param count the size of the sample
   * @param percentile from 0 to 100
   */
  public static long exceedances(long count, double percentile) {
    return (long) Math.floor(count * (100 - percentile) / 100 + ROUNDING);
  }

  /**
   * Counts the episodes beyond a percentile of a sample in order of time. It is the number of
   * blocks that reach the percentile, or of runs among the exceedances, whichever is greater.
   *
   * @param blockMaxima the greatest value of each block of time
   * @param threshold the least value at the percentile
   * @param positions as in {@link #count}; empty if unknown
   * @param length as in {@link #count}
   */
  public static long beyond(long[] blockMaxima, long threshold, long[] positions, long length) {
    long blocks = Arrays.stream(blockMaxima).filter(max -> max >= threshold).count();
    return Math.max(blocks, count(positions, length));
  }

  /**
   * Counts the episodes.
   *
   * @param positions positions of the exceedances in the sequence, in any order
   * @param length length of the sequence, at least the number of positions
   * @return 0 without exceedances, otherwise at least 1
   */
  public static int count(long[] positions, long length) {
    if (positions.length == 0) {
      return 0;
    }
    long[] sorted = positions.clone();
    Arrays.sort(sorted);
    long gap = Math.max(1, length / positions.length / SPARSENESS);
    int episodes = 1;
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] - sorted[i - 1] > gap) {
        episodes++;
      }
    }
    return episodes;
  }
}
