package dev.foliot.watch.episode;

import java.util.Arrays;

/** The values of the last hour, with what nearly all of them are below. One thread. */
final class Hour {
  private static final double[] UNKNOWN = {};

  private final double[] values;
  private double[] sorted = UNKNOWN;
  private int size;
  private int next;

  /**
   * @param most how many values an hour has at most
   */
  Hour(int most) {
    this.values = new double[most];
  }

  void add(double value) {
    values[next] = value;
    next = (next + 1) % values.length;
    size = Math.min(size + 1, values.length);
    sorted = UNKNOWN;
  }

  int size() {
    return size;
  }

  /** The value that the part {@code p} of them does not exceed; 0 without any. */
  double quantile(double p) {
    if (size == 0) {
      return 0;
    }
    if (sorted.length == 0) {
      sorted = Arrays.copyOf(values, size);
      Arrays.sort(sorted);
    }
    return sorted[(int) Math.min(size - 1, Math.floor(p * size))];
  }

  /** The least of each of {@code parts} equal parts, in order; empty with too few values. */
  double[] leasts(int parts) {
    if (size < values.length) {
      return new double[0];
    }
    double[] leasts = new double[parts];
    Arrays.fill(leasts, Double.POSITIVE_INFINITY);
    for (int i = 0; i < size; i++) {
      int part = i * parts / size;
      leasts[part] = Math.min(leasts[part], values[(next + i) % size]);
    }
    return leasts;
  }
}
