package dev.foliot.stats;

/**
 * The shift between samples: the median of all pairwise differences [1]. Its interval inverts the
 * Mann-Whitney test.
 *
 * <p>The interval is exact for small samples without ties; with ties its confidence is at least the
 * requested one. One extreme fork moves it by one difference in order, not by its size.
 *
 * <p>[1] Hodges and Lehmann, "Estimates of Location Based on Rank Tests", 1963; Lehmann,
 * "Nonparametrics", 1975, section 2.6.
 */
public final class HodgesLehmann {
  private HodgesLehmann() {}

  /**
   * A shift with its interval.
   *
   * @param low infinite if the samples are too small for the confidence
   * @param high the same for the upper end
   */
  public record Shift(double estimate, double low, double high) {}

  /**
   * Returns the shift of b above a.
   *
   * @param confidence above 0 and below 1
   * @throws IllegalArgumentException if a sample is empty or has a value that is not finite
   */
  public static Shift shift(double[] a, double[] b, double confidence) {
    return CappedRanks.ofAll(a, b).shift(Ranks.alpha(confidence));
  }
}
