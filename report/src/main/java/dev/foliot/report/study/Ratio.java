package dev.foliot.report.study;

import dev.foliot.stats.HodgesLehmann;
import java.util.List;
import java.util.Locale;

/**
 * How many times as much one arm has as another, over their forks: the test that the verdicts of
 * studies rest on, with the same margin. It needs four forks of each.
 *
 * @param estimate by Hodges and Lehmann
 * @param low the lower end of its 95 % interval; infinite with too few forks
 * @param high the upper end
 */
record Ratio(double estimate, double low, double high) {
  /** Differences below this matter to nobody. */
  private static final double MARGIN = 0.05;

  private static final double CONFIDENCE = 0.95;
  private static final double LEAST = 1e-9;

  /**
   * Of one arm beside another.
   *
   * @param values fork by fork, at least one
   * @param base what they are held against, at least one
   */
  static Ratio of(List<Double> values, List<Double> base) {
    HodgesLehmann.Shift shift = HodgesLehmann.shift(logs(base), logs(values), CONFIDENCE);
    return new Ratio(Math.exp(shift.estimate()), end(shift.low()), end(shift.high()));
  }

  private static double[] logs(List<Double> values) {
    return values.stream().mapToDouble(value -> Math.log(Math.max(value, LEAST))).toArray();
  }

  private static double end(double log) {
    return Double.isInfinite(log) ? log : Math.exp(log);
  }

  boolean isBounded() {
    return Double.isFinite(low) && Double.isFinite(high);
  }

  /** Whether the two differ by more than the margin, with confidence. */
  boolean isApart() {
    return isBounded() && (low > 1 + MARGIN || high < 1 - MARGIN);
  }

  /** Whether they differ by no more than the margin, with confidence. */
  boolean isAlike() {
    return isBounded() && low >= 1 - MARGIN && high <= 1 + MARGIN;
  }

  /** How far from 1 it is at least, as a logarithm; 0 where the interval holds 1. */
  double distance() {
    return isBounded() ? Math.max(0, Math.max(Math.log(low), -Math.log(high))) : 0;
  }

  /** {@code 0.17 times (0.16 to 0.18)}. */
  String times() {
    return isBounded()
        ? String.format(Locale.ROOT, "%.2f times (%.2f to %.2f)", estimate, low, high)
        : String.format(Locale.ROOT, "%.2f times (no interval)", estimate);
  }
}
