package dev.foliot.watch.episode;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** The values of the last hour, with what nearly all of them are below. One thread. */
final class Hour {
  private final int most;
  private final Deque<Double> values = new ArrayDeque<>();

  /**
   * @param most how many values an hour has at most
   */
  Hour(int most) {
    this.most = most;
  }

  void add(double value) {
    if (values.size() == most) {
      values.removeFirst();
    }
    values.addLast(value);
  }

  int size() {
    return values.size();
  }

  /** The value that the part {@code p} of them does not exceed; 0 without any. */
  double quantile(double p) {
    if (values.isEmpty()) {
      return 0;
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted[(int) Math.min(sorted.length - 1, Math.floor(p * sorted.length))];
  }

  double max() {
    return values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  /** The least of each of {@code parts} equal parts, in order; empty with too few values. */
  double[] leasts(int parts) {
    double[] all = values.stream().mapToDouble(Double::doubleValue).toArray();
    if (all.length < most) {
      return new double[0];
    }
    double[] leasts = new double[parts];
    Arrays.fill(leasts, Double.POSITIVE_INFINITY);
    for (int i = 0; i < all.length; i++) {
      int part = i * parts / all.length;
      leasts[part] = Math.min(leasts[part], all[i]);
    }
    return leasts;
  }
}
