package dev.foliot.stats;

import java.util.List;
import java.util.SplittableRandom;

/**
 * The interval of a percentile in one fork with dependent messages.
 *
 * <p>It draws stretches of consecutive intervals with replacement, in a circle [1], to keep
 * dependence in time. The length of a stretch comes from the data (Politis and White, on
 * exceedances per interval).
 *
 * <p>[1] Politis and Romano, "A circular block-resampling procedure for stationary data", 1992.
 */
public final class BlockBootstrap {
  private BlockBootstrap() {}

  /**
   * Returns the interval of the percentile over all blocks.
   *
   * @param blocks the counts of each interval, in order of time; some may be empty
   * @param percentile from 0 to 100
   * @param confidence above 0 and below 1
   * @param seed the same seed gives the same interval
   * @throws IllegalArgumentException if an argument is out of range, or all blocks are empty
   */
  public static Range percentile(
      List<Counted> blocks, double percentile, double confidence, long seed) {
    Blocks fork = new Blocks(blocks, percentile);
    SplittableRandom random = new SplittableRandom(seed);
    double[] replicates = new double[Replicates.COUNT];
    for (int i = 0; i < replicates.length; i++) {
      replicates[i] = fork.draw(random);
    }
    return Replicates.range(replicates, fork.independent(), confidence);
  }
}
