package dev.foliot.report.study;

import dev.foliot.stats.Median;
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
        : new ForkSpread(Median.of(sorted), sorted[0], sorted[sorted.length - 1], sorted.length);
  }
}
