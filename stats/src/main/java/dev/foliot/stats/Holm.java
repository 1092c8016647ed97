package dev.foliot.stats;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Adjusts the p-values of several tests. The probability of any false rejection stays that of one
 * test, whatever the dependence between tests.
 *
 * <p>Holm, "A Simple Sequentially Rejective Multiple Test Procedure", 1979.
 */
public final class Holm {
  private Holm() {}

  /**
   * Returns the adjusted p-values, in the given order.
   *
   * @param pValues each from 0 to 1
   */
  public static double[] adjust(double[] pValues) {
    double[] adjusted = new double[pValues.length];
    double least = 0;
    int step = 0;
    for (int i : ascending(pValues)) {
      least = Math.max(least, Math.min(1, pValues[i] * (pValues.length - step++)));
      adjusted[i] = least;
    }
    return adjusted;
  }

  /**
   * The level of each test: alpha over the number of tests left at its step. The steps end with the
   * first test that is not rejected; later tests use its level.
   */
  static double[] levels(double[] pValues, double alpha) {
    double[] levels = new double[pValues.length];
    int left = pValues.length;
    boolean open = true;
    for (int i : ascending(pValues)) {
      levels[i] = alpha / left;
      open = open && pValues[i] <= levels[i];
      if (open) {
        left--;
      }
    }
    return levels;
  }

  private static int[] ascending(double[] pValues) {
    for (double p : pValues) {
      if (!(p >= 0 && p <= 1)) {
        throw new IllegalArgumentException("the p-value " + p + " is not in 0 to 1");
      }
    }
    return IntStream.range(0, pValues.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> pValues[i]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
