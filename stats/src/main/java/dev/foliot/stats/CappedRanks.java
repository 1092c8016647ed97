package dev.foliot.stats;

import java.util.Arrays;
import java.util.function.DoublePredicate;

/**
 * Shift, interval and test of two samples of which a few values may be far too high.
 *
 * <p>The test is Wilcoxon's sum of ranks, with the highest ranks made equal: a percentile
 * modification [1]. How many is given by {@link CappedSums#cap}: with five values a side, one that
 * is a hundred times too high counts like one that is a little too high. The interval has the
 * shifts that the test does not reject. The estimate is the shift at which neither sample ranks
 * above the other; without a cap it would be the median of all differences [2].
 *
 * <p>The test is exact up to 120 values without ties. A tie counts against a rejection.
 *
 * <p>[1] Gastwirth, "Percentile Modifications of Two Sample Rank Tests", 1965. [2] Hodges and
 * Lehmann, "Estimates of Location Based on Rank Tests", 1963.
 */
final class CappedRanks {
  private final double[] a;
  private final double[] b;
  private final double[] differences;
  private final CappedSums sums;

  /**
   * Takes the differences b - a.
   *
   * @throws IllegalArgumentException if a sample is empty or has a value that is not finite
   */
  CappedRanks(double[] a, double[] b) {
    this(a, b, CappedSums.cap(a.length + b.length));
  }

  /** Without a cap: the Mann-Whitney test, and the median of all differences. */
  static CappedRanks ofAll(double[] a, double[] b) {
    return new CappedRanks(a, b, a.length + b.length);
  }

  private CappedRanks(double[] a, double[] b, int cap) {
    sums = new CappedSums(a.length, b.length, cap);
    this.a = sorted(a);
    this.b = sorted(b);
    differences = new double[a.length * b.length];
    int at = 0;
    for (double first : a) {
      for (double second : b) {
        differences[at++] = second - first;
      }
    }
    Arrays.sort(differences);
  }

  private static double[] sorted(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    for (double value : sorted) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("a value is not finite");
      }
    }
    return sorted;
  }

  /**
   * The shift of b above a, with the interval at level alpha.
   *
   * @param alpha above 0 and below 1
   */
  HodgesLehmann.Shift shift(double alpha) {
    return new HodgesLehmann.Shift(estimate(), low(alpha), high(alpha));
  }

  /**
   * The p-value of the test that the interval inverts: at most alpha, the interval leaves out 0.
   */
  double pValue() {
    return Math.min(pOfLowA(0), pOfLowB(0));
  }

  /** The two-sided p-value for a as low as it is, if b is shifted down. */
  private double pOfLowA(double shift) {
    return sums.pValue(a.length, sums.of(a, b, -shift));
  }

  private double pOfLowB(double shift) {
    return sums.pValue(b.length, sums.of(b, a, shift));
  }

  /** The lowest shift that is not rejected. The more b is shifted down, the higher a ranks. */
  private double low(double alpha) {
    if (pOfLowA(Double.NEGATIVE_INFINITY) > alpha) {
      return Double.NEGATIVE_INFINITY;
    }
    return differences[first(shift -> pOfLowA(shift) > alpha)];
  }

  private double high(double alpha) {
    if (pOfLowB(Double.POSITIVE_INFINITY) > alpha) {
      return Double.POSITIVE_INFINITY;
    }
    return differences[first(shift -> pOfLowB(shift) <= alpha) - 1];
  }

  /** Halfway between the last shift at which a ranks too low and the first at which b does. */
  private double estimate() {
    double middle = sums.middle(a.length);
    int notLow = first(shift -> sums.of(a, b, -shift) >= middle);
    int high = first(shift -> sums.of(a, b, -shift) > middle);
    return differences[notLow] / 2 + differences[high] / 2;
  }

  /** The index of the first difference from which on it is so; their number if it never is. */
  private int first(DoublePredicate isSo) {
    int low = 0;
    int high = differences.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isSo.test(differences[middle])) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
