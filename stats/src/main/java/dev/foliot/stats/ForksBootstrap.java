package dev.foliot.stats;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The interval of a percentile's median over forks, by a hierarchical bootstrap.
 *
 * <p>It draws forks with replacement, the unit of replication, and then stretches of intervals
 * within each [1]. Differences between forks already include those within them, and for similar
 * forks the interval is too wide. With fewer than six it is still too narrow, since no interval
 * extends beyond the given forks. See docs/evidence/verdicts.md for the coverage.
 *
 * <p>[1] Davison and Hinkley, "Bootstrap Methods and their Application", 1997, section 3.8.
 */
public final class ForksBootstrap {
  private ForksBootstrap() {}

  /**
   * Returns the interval of the median. For an even number, that is the mean of the middle two.
   *
   * @param forks the blocks of each fork: counts of each interval, in order of time
   * @param percentile from 0 to 100
   * @param confidence above 0 and below 1
   * @param seed the same seed gives the same interval
   * @throws IllegalArgumentException if an argument is out of range, or a fork is empty
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
