package dev.foliot.checks.proofs;

import dev.foliot.stats.Counted;
import dev.foliot.stats.OrderStatisticInterval;
import dev.foliot.stats.Range;
import java.util.List;

/**
 * The loss from one window of a pair to the other.
 *
 * <p>It is the median over the pairs, with the interval of the median between two of them, which
 * assumes no distribution.
 *
 * @param median a share of 1; below 0 for a gain
 */
record Loss(double median, Range interval) {
  private static final double PER_MILLION = 1e6;
  private static final double MEDIAN = 50;
  private static final double CONFIDENCE = 0.95;

  /**
   * The loss over pairs.
   *
   * @param shares lost in each
   */
  static Loss of(List<Double> shares) {
    Counted sample =
        Counted.of(shares.stream().mapToLong(share -> Math.round(share * PER_MILLION)).toArray());
    Range range = OrderStatisticInterval.of(sample, MEDIAN, CONFIDENCE);
    double[] sorted = shares.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int half = sorted.length / 2;
    double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    return new Loss(median, new Range(range.low() / PER_MILLION, range.high() / PER_MILLION));
  }
}
