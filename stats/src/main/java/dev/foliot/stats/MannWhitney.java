package dev.foliot.stats;

import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Tests whether two samples have the same distribution: the Mann-Whitney test.
 *
 * <p>The implementation is from Commons Statistics. It is exact below 50 values a side without
 * ties; otherwise the normal approximation with corrections for ties and continuity.
 */
public final class MannWhitney {
  private MannWhitney() {}

  /**
   * Returns the two-sided p-value.
   *
   * @return above 0 and at most 1; 1 if all values are equal
   * @throws IllegalArgumentException if a sample is empty
   */
  public static double pValue(double[] a, double[] b) {
    double p = MannWhitneyUTest.withDefaults().test(a, b).getPValue();
    return Double.isNaN(p) ? 1 : p;
  }
}
