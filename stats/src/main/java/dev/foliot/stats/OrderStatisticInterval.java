package dev.foliot.stats;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The interval of a percentile between two order statistics, from the binomial distribution.
 *
 * <p>Only for independent data: the number of values below the true percentile is then binomial for
 * any distribution [1]. The confidence is at least the requested one. Messages that wait behind
 * each other are not independent; see {@link ForkInterval}.
 *
 * <p>[1] Conover, "Practical Nonparametric Statistics", 3rd ed., 1999, section 3.2.
 */
public final class OrderStatisticInterval {
  private OrderStatisticInterval() {}

  /**
   * Returns the interval; an end beyond the sample is infinite.
   *
   * @param percentile above 0 and below 100
   * @param confidence above 0 and below 1
   * @throws IllegalArgumentException if an argument is out of range, or the sample is empty
   */
  public static Range of(Counted sample, double percentile, double confidence) {
    long total = sample.total();
    double tail = Ranks.alpha(confidence) / 2;
    if (total < 1 || !(percentile > 0 && percentile < 100)) {
      throw new IllegalArgumentException("the percentile " + percentile + " of " + total);
    }
    long low;
    long high;
    if (total <= Integer.MAX_VALUE) {
      BinomialDistribution below = BinomialDistribution.of((int) total, percentile / 100);
      low = below.inverseCumulativeProbability(tail);
      high = below.inverseSurvivalProbability(tail) + 1L;
    } else {
      double mean = total * (percentile / 100);
      double reach =
          NormalDistribution.of(0, Math.sqrt(mean * (1 - percentile / 100)))
              .inverseSurvivalProbability(tail);
      low = (long) Math.floor(mean - reach);
      high = (long) Math.ceil(mean + reach) + 1;
    }
    return new Range(
        low < 1 ? Double.NEGATIVE_INFINITY : sample.ofRank(low),
        high > total ? Double.POSITIVE_INFINITY : sample.ofRank(high));
  }
}
