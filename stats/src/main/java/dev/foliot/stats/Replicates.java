package dev.foliot.stats;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The interval between two quantiles of bootstrap replicates.
 *
 * <p>For few units the quantiles move outwards, like Student's t and the factor n / (n - 1) of the
 * variance [1]. For many units it is the plain percentile interval.
 *
 * <p>[1] Hesterberg, "What Teachers Should Know about the Bootstrap", 2015, section 5.3: the
 * expanded percentile interval.
 */
final class Replicates {
  /** With this many, a 2.5 % quantile is off by a third of a percent. */
  static final int COUNT = 2000;

  private Replicates() {}

  static Range range(double[] replicates, double units, double confidence) {
    double[] sorted = replicates.clone();
    Arrays.sort(sorted);
    double tail = tail(units, Ranks.alpha(confidence));
    int low = (int) Math.floor(tail * (sorted.length + 1));
    int at = Math.min(Math.max(low - 1, 0), (sorted.length - 1) / 2);
    return new Range(sorted[at], sorted[sorted.length - 1 - at]);
  }

  private static double tail(double units, double alpha) {
    double free = Math.max(1, units - 1);
    double t = TDistribution.of(free).inverseSurvivalProbability(alpha / 2);
    return NormalDistribution.of(0, 1).survivalProbability(Math.sqrt((free + 1) / free) * t);
  }
}
