package dev.foliot.stats;

import java.util.Arrays;

/**
 * Counts the causes behind exceedances.
 *
 * <p>A stall of 100 ms at 10,000 messages a second makes a thousand of them slow, yet it happened
 * once. A percentile beyond which there are a thousand messages of one stall is that one stall's
 * length, and says nothing of the next. Runs declustering [1] puts exceedances that follow each
 * other closely into one episode.
 *
 * <p>[1] Smith and Weissman, "Estimating the Extremal Index", 1994; Leadbetter et al., "On
 * Clustering of High Values in Statistically Stationary Series", 1989.
 */
public final class Episodes {
  /** How many a percentile needs beyond it to be worth showing. */
  public static final int NEEDED = 10;

  /** Independent exceedances are this many times farther apart, on average, than a run allows. */
  private static final int SPARSENESS = 10;

  /** Keeps a count that is whole but for the rounding of its percentile, such as 10 at p99.9. */
  private static final double ROUNDING = 1e-6;

  private Episodes() {}

  /**
   * How many of a sample are beyond a percentile.
   *
   * @param count the size of the sample
   * @param percentile from 0 to 100
   */
  public static long exceedances(long count, double percentile) {
    return (long) Math.floor(count * (100 - percentile) / 100 + ROUNDING);
  }

  /**
   * The number of episodes beyond a percentile of a sample in the order of time: the blocks of time
   * in which something reaches it, or the runs among the exceedances, whichever are more.
   *
   * @param blockMaxima the greatest value of each block of time
   * @param threshold the least value that reaches the percentile
   * @param positions as in {@link #count}; none where they are not known
   * @param length as in {@link #count}
   */
  public static long beyond(long[] blockMaxima, long threshold, long[] positions, long length) {
    long blocks = Arrays.stream(blockMaxima).filter(max -> max >= threshold).count();
    return Math.max(blocks, count(positions, length));
  }

  /**
   * What is said where a percentile has too few: {@code 3 episodes beyond it, needs 10}.
   *
   * @param unit what was counted, in the singular
   */
  public static String tooFew(long found, String unit) {
    return found + " " + unit + (found == 1 ? "" : "s") + " beyond it, needs " + NEEDED;
  }

  /**
   * The number of episodes.
   *
   * @param positions where the exceedances are in the sequence, in any order
   * @param length of the sequence, at least the number of positions
   * @return 0 without exceedances, else at least 1
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
