package dev.foliot.stats;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The centres of simulated nodes, and the band that each is of.
 *
 * @param values shuffled
 * @param bands from 0, of each value
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record FleetDraw(double[] values, int[] bands) {
  static double[] normal(SplittableRandom random, int n) {
    double[] values = new double[n];
    Arrays.setAll(values, i -> random.nextGaussian());
    return values;
  }

  static double[] lognormal(SplittableRandom random, int n, double sigma) {
    double[] values = new double[n];
    Arrays.setAll(values, i -> Math.exp(sigma * random.nextGaussian()));
    return values;
  }

  static double[] student(SplittableRandom random, int n, int freedom) {
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      double squares = 0;
      for (int k = 0; k < freedom; k++) {
        double z = random.nextGaussian();
        squares += z * z;
      }
      values[i] = random.nextGaussian() / Math.sqrt(squares / freedom);
    }
    return values;
  }

  /**
   * Two normal bands whose drawn values have exactly this Ashman's D.
   *
   * @param small nodes in the second drawn band, which is the upper or the lower one
   * @param ratio ratio of its deviation to the other's
   */
  static FleetDraw bands(SplittableRandom random, int n, int small, double ratio, double d) {
    double[] large = normal(random, n - small);
    double[] others = normal(random, small);
    Arrays.setAll(others, i -> others[i] * ratio);
    double spread = Math.sqrt((variance(large) + variance(others)) / 2);
    double sign = random.nextBoolean() ? 1 : -1;
    double shift = sign * d * spread + mean(large) - mean(others);
    double[] values = new double[n];
    int[] bands = new int[n];
    for (int i = 0; i < n; i++) {
      values[i] = i < small ? others[i] + shift : large[i - small];
      bands[i] = (i < small) == (sign > 0) ? 1 : 0;
    }
    return new FleetDraw(values, bands);
  }

  /** The share of nodes that are placed right. */
  double right(int[] placed) {
    int right = 0;
    for (int i = 0; i < bands.length; i++) {
      right += placed[i] == bands[i] ? 1 : 0;
    }
    return right / (double) bands.length;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
  }
}
