package dev.foliot.stats;

/**
 * By how much one sample is above another: the median of all pairwise differences, with the
 * interval that inverts the Mann-Whitney test [1].
 *
 * <p>The interval is exact for small samples without ties; with ties its confidence is at least
 * what is asked for. One wild fork moves it by one difference in a row, not by its size.
 *
 * <p>[1] Hodges and Lehmann, "Estimates of Location Based on Rank Tests", 1963; Lehmann,
 * "Nonparametrics", 1975, section 2.6.
 */
public final class HodgesLehmann {
  private HodgesLehmann() {}

  /**
   * A shift with its interval.
   *
   * @param low infinite where the samples are too small for the confidence
   * @param high likewise
   */
  public record Shift(double estimate, double low, double high) {}

  /**
   * By how much b is above a.
   *
   * @param confidence above 0 and below 1
   * @throws IllegalArgumentException if a sample is empty or has a value that is not finite
   */
  public static Shift shift(double[] a, double[] b, double confidence) {
    return new PairwiseDifferences(a, b).shift(Ranks.alpha(confidence));
  }
}
