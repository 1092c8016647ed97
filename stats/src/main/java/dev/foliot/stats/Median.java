package dev.foliot.stats;

import java.util.Arrays;
import java.util.Collection;

/** The median of a sample. Stateless. */
public final class Median {
  private Median() {}

  /** The middle value, or half-way between the middle two; not a number without any. */
  public static double of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** The same of a collection. */
  public static double of(Collection<Double> values) {
    return of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
