package dev.foliot.stats;

import java.util.List;
import java.util.SplittableRandom;

/**
 * The interval of a percentile within one fork whose messages depend on each other.
 *
 * <p>Stretches of consecutive intervals are drawn with replacement, in a circle [1], so that what
 * belongs together in time stays together; their length comes from the data (Politis and White, on
 * the exceedances per interval).
 *
 * <p>[1] Politis and Romano, "A circular block-resampling procedure for stationary data", 1992.
 */
public final class BlockBootstrap {
  private BlockBootstrap() {}

  /**
   * The interval of the percentile over all blocks.
   *
   * @param blocks what was counted in each interval, in the order of time; some may be empty
   * @param percentile from 0 to 100
   * @param confidence above 0 and below 1
   * @param seed the same seed gives the same interval
   * @throws IllegalArgumentException if an argument is out of range, or nothing was counted
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
