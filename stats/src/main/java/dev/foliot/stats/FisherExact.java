package dev.foliot.stats;

import org.apache.commons.statistics.inference.FisherExactTest;

/**
 * Tests whether two yes-or-no properties are related: Fisher's exact test of a two-by-two table,
 * two-sided over the tables of equal or lower likelihood. The implementation is from Commons
 * Statistics.
 */
public final class FisherExact {
  private FisherExact() {}

  /**
   * Returns the p-value of the table with the rows a, b and c, d.
   *
   * @return above 0 and at most 1; 1 with an empty row or column
   * @throws IllegalArgumentException if a count is negative
   */
  public static double pValue(int a, int b, int c, int d) {
    if (Math.min(Math.min(a, b), Math.min(c, d)) < 0) {
      throw new IllegalArgumentException("the table " + a + " " + b + " " + c + " " + d);
    }
    if (a + b == 0 || c + d == 0 || a + c == 0 || b + d == 0) {
      return 1;
    }
    double p = FisherExactTest.withDefaults().test(new int[][] {{a, b}, {c, d}}).getPValue();
    return Math.max(Double.MIN_NORMAL, Math.min(1, p));
  }
}
