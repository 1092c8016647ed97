package dev.foliot.report.study;

import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * One figure over some forks: where its middle is, and how far the forks are apart. It claims
 * nothing beyond these forks.
 *
 * @param median half-way between the two in the middle where their number is even
 * @param least of all
 * @param most of all
 * @param forks how many there are, at least one
 */
record ForkSpread(double median, double least, double most, int forks) {

  /** Of some values, or null without any. */
  static @Nullable ForkSpread of(Collection<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted.length == 0
        ? null
        : new ForkSpread(middle(sorted), sorted[0], sorted[sorted.length - 1], sorted.length);
  }

  /** The median of values in ascending order, at least one. */
  static double middle(double[] sorted) {
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** The median of values in any order, not a number without any. */
  static double medianOf(Collection<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted.length == 0 ? Double.NaN : middle(sorted);
  }
}
