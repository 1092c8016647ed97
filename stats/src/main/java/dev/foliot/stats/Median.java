package dev.foliot.stats;

import java.util.Arrays;
import java.util.Collection;

/** The median and other quantiles of a sample. Stateless. */
public final class Median {
  private Median() {}

  /** The middle value, or the mean of the middle two; NaN if empty. */
  public static double of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return ofSorted(sorted);
  }

  /** The median of a collection. */
  public static double of(Collection<Double> values) {
    return of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** The median of ascending values. */
  static double ofSorted(double[] sorted) {
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1
        ? sorted[half]
        : sorted[half - 1] + (sorted[half] - sorted[half - 1]) / 2;
  }

  /** A quantile, linear between ascending values: R's type 7; NaN if empty. */
  public static double quantile(double[] sorted, double share) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    double at = share * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}
