package dev.foliot.stats;

import java.util.List;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * The interval of a percentile in one fork. It is binomial if episodes are independent, otherwise a
 * block bootstrap.
 *
 * <p>Episodes count as independent if the messages beyond the percentile spread over the intervals
 * as evenly as chance gives: Fisher's index of dispersion [1] rises with clusters inside an
 * interval and with stretches of slow intervals. To be safe, one in ten independent forks is
 * treated as dependent.
 *
 * <p>[1] Cox and Lewis, "The Statistical Analysis of Series of Events", 1966, section 6.3.
 */
public final class ForkInterval {
  /** Share of independent forks treated as dependent. */
  private static final double CAUTION = 0.1;

  private ForkInterval() {}

  /**
   * An interval and its method.
   *
   * @param method {@code binomial} or {@code block bootstrap}
   */
  public record Result(Range range, String method) {}

  /**
   * Returns the interval of the percentile over all blocks.
   *
   * @param blocks the counts of each interval, in order of time; some may be empty
   * @param percentile above 0 and below 100
   * @param confidence above 0 and below 1
   * @param seed the same seed gives the same interval
   * @throws IllegalArgumentException if an argument is out of range, or all blocks are empty
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
    // Without exceedances, or with one interval, dependence cannot show.
    return filled > 1
        && share > 0
        && dispersion <= ChiSquaredDistribution.of(filled - 1).inverseSurvivalProbability(CAUTION);
  }
}
