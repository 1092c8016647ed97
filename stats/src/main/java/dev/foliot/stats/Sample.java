package dev.foliot.stats;

import java.util.Arrays;

/**
 * Sorted values with counts, and instant sums over any stretch.
 *
 * <p>Immutable; nobody may write to the arrays it returns.
 */
final class Sample {
  /** Larger samples are merged to this size, which bounds the cost of a fit. */
  static final int MOST = 512;

  private static final int BINS = MOST / 2;

  private static final double LOG_2PI = Math.log(2 * Math.PI);

  private final double[] values;
  private final double[] counts;
  private final double origin;
  private final double[] before;
  private final double[] sums;
  private final double[] squares;

  private Sample(double[] values, double[] counts) {
    this.values = values;
    this.counts = counts;
    origin = values[values.length / 2];
    before = new double[values.length + 1];
    sums = new double[values.length + 1];
    squares = new double[values.length + 1];
    for (int i = 0; i < values.length; i++) {
      double from = values[i] - origin;
      before[i + 1] = before[i] + counts[i];
      sums[i + 1] = sums[i] + counts[i] * from;
      squares[i + 1] = squares[i] + counts[i] * from * from;
    }
  }

  /**
   * Makes a sample without grouping.
   *
   * @param counts above 0, one for each value; empty if all are one
   * @throws IllegalArgumentException if the values are empty, not finite or unsorted, or the counts
   *     do not match
   */
  static Sample of(double[] sorted, double... counts) {
    if (sorted.length == 0) {
      throw new IllegalArgumentException("a sample of nothing");
    }
    for (int i = 0; i < sorted.length; i++) {
      if (!Double.isFinite(sorted[i]) || (i > 0 && sorted[i] < sorted[i - 1])) {
        throw new IllegalArgumentException("the value " + sorted[i] + " at " + i);
      }
    }
    if (counts.length == 0) {
      return new Sample(sorted, ones(sorted.length));
    }
    if (counts.length != sorted.length) {
      throw new IllegalArgumentException(
          sorted.length + " values, but " + counts.length + " counts");
    }
    for (double count : counts) {
      if (!(count > 0 && Double.isFinite(count))) {
        throw new IllegalArgumentException("a count of " + count);
      }
    }
    return new Sample(sorted, counts);
  }

  /**
   * Makes a sample of at most {@link #MOST} values: neighbours merge into their mean. Bins are even
   * in the inverse hyperbolic sine of the distance from the median, scaled by the quartiles. They
   * are even in the dense middle and wider far out. One extreme value therefore does not push all
   * others into one bin. A bin with many values is divided, because a narrow part far out would
   * otherwise be one value, and two such bins a false part.
   */
  static Sample grouped(double[] sorted) {
    int n = sorted.length;
    if (n <= MOST) {
      return of(sorted);
    }
    double median = Median.ofSorted(sorted);
    double width = (Median.quantile(sorted, 0.75) - Median.quantile(sorted, 0.25)) / 2;
    if (!(width > 0)) {
      width = Math.max((sorted[n - 1] - sorted[0]) / MOST, Double.MIN_NORMAL);
    }
    double low = asinh((sorted[0] - median) / width);
    double step = (asinh((sorted[n - 1] - median) / width) - low) / BINS;
    // a far and narrow part may lie in one bin: it still needs a width
    int most = (n + BINS - 1) / BINS;
    double[] values = new double[MOST];
    double[] counts = new double[MOST];
    int groups = 0;
    int i = 0;
    while (i < n) {
      int bin = bin(sorted[i], median, width, low, step);
      int from = i;
      double sum = 0;
      while (i < n
          && bin(sorted[i], median, width, low, step) == bin
          && (i - from < most || sorted[i] == sorted[i - 1])) {
        sum += sorted[i] - sorted[from];
        i++;
      }
      values[groups] = sorted[from] + sum / (i - from);
      counts[groups] = i - from;
      groups++;
    }
    return new Sample(Arrays.copyOf(values, groups), Arrays.copyOf(counts, groups));
  }

  private static int bin(double value, double median, double width, double low, double step) {
    return Math.min(BINS - 1, (int) ((asinh((value - median) / width) - low) / step));
  }

  static double asinh(double x) {
    double size = Math.abs(x);
    return Math.copySign(Math.log(size + Math.sqrt(1 + size * size)), x);
  }

  private static double[] ones(int length) {
    double[] ones = new double[length];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** The part from one index up to another, exclusive. */
  Sample part(int from, int to) {
    return new Sample(Arrays.copyOfRange(values, from, to), Arrays.copyOfRange(counts, from, to));
  }

  double[] values() {
    return values;
  }

  double[] counts() {
    return counts;
  }

  int size() {
    return values.length;
  }

  double total() {
    return before[values.length];
  }

  double count(int from, int to) {
    return before[to] - before[from];
  }

  double mean(int from, int to) {
    return origin + (sums[to] - sums[from]) / count(from, to);
  }

  /** The mean squared distance from the mean. */
  double variance(int from, int to) {
    double n = count(from, to);
    double sum = sums[to] - sums[from];
    return Math.max(0, (squares[to] - squares[from] - sum * sum / n) / n);
  }

  /**
   * The log likelihood of the best normal distribution for a stretch, with a floor for its
   * deviation.
   */
  double normalLogLikelihood(int from, int to, double floor) {
    double own = variance(from, to);
    double variance = Math.max(own, floor * floor);
    return -0.5 * count(from, to) * (LOG_2PI + Math.log(variance) + own / variance);
  }

  /** The least value with this share at or below it. */
  double quantile(double share) {
    double rank = share * total();
    int low = 0;
    int high = values.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (before[middle + 1] >= rank) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return values[low];
  }

  /** The number of distinct values at or below a border. */
  int indexAbove(double border) {
    int low = 0;
    int high = values.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values[middle] <= border) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  double range() {
    return values[values.length - 1] - values[0];
  }
}
