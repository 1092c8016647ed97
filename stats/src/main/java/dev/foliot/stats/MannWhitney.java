package dev.foliot.stats;

import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Whether two samples come from one distribution: the Mann-Whitney test.
 *
 * <p>Commons Statistics' own: exact below 50 values a side without ties, else the normal
 * approximation with corrections for ties and continuity.
 */
public final class MannWhitney {
  private MannWhitney() {}

  /**
   * The two-sided p-value.
   *
   * @return above 0 and at most 1; 1 where all values are the same
   * @throws IllegalArgumentException if a sample is empty
   */
  public static double pValue(double[] a, double[] b) {
    double p = MannWhitneyUTest.withDefaults().test(a, b).getPValue();
    return Double.isNaN(p) ? 1 : p;
  }
}
