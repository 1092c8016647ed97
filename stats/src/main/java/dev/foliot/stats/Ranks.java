package dev.foliot.stats;

/** The rank of a percentile in a sorted sample: HdrHistogram's rule. */
final class Ranks {
  private Ranks() {}

  /**
   * The rank, from 1.
   *
   * @throws IllegalArgumentException if the percentile is not from 0 to 100, or the sample is empty
   */
  static long of(double percentile, long total) {
    if (total < 1) {
      throw new IllegalArgumentException("a percentile of nothing");
    }
    if (!(percentile >= 0 && percentile <= 100)) {
      throw new IllegalArgumentException("the percentile " + percentile + " is not in 0 to 100");
    }
    // One step down, since 99.9 / 100 * 1000 must not round up past 999.
    double share = Math.nextDown(percentile) / 100;
    return Math.min(total, Math.max(1, (long) Math.ceil(share * total)));
  }

  static double alpha(double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("the confidence " + confidence + " is not in 0 to 1");
    }
    return 1 - confidence;
  }
}
