package dev.foliot.stats;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The interval of the median over forks of a percentile, by a hierarchical bootstrap.
 *
 * <p>Forks are drawn with replacement, since they are the unit of replication, and then stretches
 * of intervals within each [1]. What forks differ by already contains what they differ by within,
 * so with similar forks the interval is rather too wide; with fewer than six it is too narrow all
 * the same, since no interval can reach beyond the observed forks. docs/evidence/verdicts.md has
 * the measured coverage.
 *
 * <p>[1] Davison and Hinkley, "Bootstrap Methods and their Application", 1997, section 3.8.
 */
public final class ForksBootstrap {
  private ForksBootstrap() {}

  /**
   * The interval of the median; the median of an even number is the mean of the middle two.
   *
   * @param forks for each its blocks: what was counted in each interval, in the order of time
   * @param percentile from 0 to 100
   * @param confidence above 0 and below 1
   * @param seed the same seed gives the same interval
   * @throws IllegalArgumentException if an argument is out of range, or nothing was counted in one
   */
  public static Range percentile(
      List<List<Counted>> forks, double percentile, double confidence, long seed) {
    if (forks.isEmpty()) {
      throw new IllegalArgumentException("no forks");
    }
    SplittableRandom random = new SplittableRandom(seed);
    long[][] within = new long[forks.size()][Replicates.COUNT];
    for (int fork = 0; fork < within.length; fork++) {
      Blocks blocks = new Blocks(forks.get(fork), percentile);
      Arrays.setAll(within[fork], i -> blocks.draw(random));
    }
    double[] replicates = new double[Replicates.COUNT];
    double[] drawn = new double[within.length];
    for (int i = 0; i < replicates.length; i++) {
      for (int j = 0; j < drawn.length; j++) {
        drawn[j] = within[random.nextInt(within.length)][random.nextInt(Replicates.COUNT)];
      }
      Arrays.sort(drawn);
      replicates[i] = Median.ofSorted(drawn);
    }
    return Replicates.range(replicates, within.length, confidence);
  }
}
