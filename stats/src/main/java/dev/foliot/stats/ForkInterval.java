package dev.foliot.stats;

import java.util.List;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * The interval of a percentile within one fork: binomial where the episodes show independence, else
 * a block bootstrap.
 *
 * <p>Episodes show independence when the messages beyond the percentile are no more unevenly spread
 * over the intervals than by chance: Fisher's index of dispersion [1], which rises both with
 * clusters inside an interval and with stretches of slow intervals. To stay on the safe side, one
 * in ten independent forks is taken as dependent.
 *
 * <p>[1] Cox and Lewis, "The Statistical Analysis of Series of Events", 1966, section 6.3.
 */
public final class ForkInterval {
  /** Independent forks that are taken for dependent ones. */
  private static final double CAUTION = 0.1;

  private ForkInterval() {}

  /**
   * An interval and where it came from.
   *
   * @param method {@code binomial} or {@code block bootstrap}
   */
  public record Result(Range range, String method) {}

  /**
   * The interval of the percentile over all blocks.
   *
   * @param blocks what was counted in each interval, in the order of time; some may be empty
   * @param percentile above 0 and below 100
   * @param confidence above 0 and below 1
   * @param seed the same seed gives the same interval
   * @throws IllegalArgumentException if an argument is out of range, or nothing was counted
   */
  public static Result of(List<Counted> blocks, double percentile, double confidence, long seed) {
    Counted all = Counted.merge(blocks);
    return independent(blocks, all, all.percentile(percentile))
        ? new Result(OrderStatisticInterval.of(all, percentile, confidence), "binomial")
        : new Result(
            BlockBootstrap.percentile(blocks, percentile, confidence, seed), "block bootstrap");
  }

  private static boolean independent(List<Counted> blocks, Counted all, long value) {
    double share = 1 - (double) all.atMost(value) / all.total();
    double dispersion = 0;
    int filled = 0;
    for (Counted block : blocks) {
      long total = block.total();
      if (total > 0) {
        double excess = total - block.atMost(value) - share * total;
        dispersion += excess * excess / (share * (1 - share) * total);
        filled++;
      }
    }
    // Without anything beyond, or with one interval, there is nothing that could show it.
    return filled > 1
        && share > 0
        && dispersion <= ChiSquaredDistribution.of(filled - 1).inverseSurvivalProbability(CAUTION);
  }
}
