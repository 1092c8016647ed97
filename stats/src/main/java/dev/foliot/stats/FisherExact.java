package dev.foliot.stats;

import org.apache.commons.statistics.inference.FisherExactTest;

/**
 * Whether a yes or no goes with another: Fisher's exact test of a table of two by two, two-sided by
 * the tables that are no likelier. Commons Statistics' own.
 */
public final class FisherExact {
  private FisherExact() {}

  /**
   * The p-value of the table with the rows a, b and c, d.
   *
   * @return above 0 and at most 1; 1 where a row or a column is empty
   * @throws IllegalArgumentException if a count is below 0
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
