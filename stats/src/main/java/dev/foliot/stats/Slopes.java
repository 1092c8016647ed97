package dev.foliot.stats;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A robust slope through points: the median of the slopes of all pairs [1]. Up to a quarter of the
 * points may be arbitrary.
 *
 * <p>[1] Sen, "Estimates of the regression coefficient based on Kendall's tau", Journal of the
 * American Statistical Association 63, 1968.
 */
public final class Slopes {
  private Slopes() {}

  /**
   * Returns the slope. With more pairs than the limit, that many are drawn with replacement.
   *
   * @param x one for each point, finite
   * @param y the same for y
   * @param mostPairs greatest number of pairs, at least 1
   * @param seed seed of the draws
   * @return 0 if no two points differ in x
   * @throws IllegalArgumentException if lengths differ, a value is not finite, or the limit is
   *     below 1
   */
  public static double theilSen(double[] x, double[] y, int mostPairs, long seed) {
    if (x.length != y.length || mostPairs < 1) {
      throw new IllegalArgumentException(
          x.length + " and " + y.length + " values, " + mostPairs + " pairs");
    }
    for (int i = 0; i < x.length; i++) {
      if (!Double.isFinite(x[i]) || !Double.isFinite(y[i])) {
        throw new IllegalArgumentException("the point " + x[i] + ", " + y[i]);
      }
    }
    long pairs = (long) x.length * (x.length - 1) / 2;
    double[] slopes = pairs <= mostPairs ? all(x, y, (int) pairs) : drawn(x, y, mostPairs, seed);
    Arrays.sort(slopes);
    return slopes.length == 0 ? 0 : Median.ofSorted(slopes);
  }

  private static double[] all(double[] x, double[] y, int pairs) {
    double[] slopes = new double[pairs];
    int count = 0;
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < i; j++) {
        if (x[i] != x[j]) {
          slopes[count] = (y[i] - y[j]) / (x[i] - x[j]);
          count++;
        }
      }
    }
    return Arrays.copyOf(slopes, count);
  }

  private static double[] drawn(double[] x, double[] y, int pairs, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] slopes = new double[pairs];
    int count = 0;
    for (int k = 0; k < pairs; k++) {
      int i = random.nextInt(x.length);
      int j = random.nextInt(x.length);
      if (x[i] != x[j]) {
        slopes[count] = (y[i] - y[j]) / (x[i] - x[j]);
        count++;
      }
    }
    return Arrays.copyOf(slopes, count);
  }
}
