package dev.foliot.study.lottery;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Two bands among throughputs, found without the predictions. Pure.
 *
 * <p>Their logarithms are split at the least sum of squares within both parts (Fisher, "On Grouping
 * for Maximum Homogeneity", 1958).
 */
final class LotteryBands {
  /** Parts with a smaller ratio of means are one band. */
  static final double LEAST_RATIO = 1.2;

  private LotteryBands() {}

  /**
   * The border; values above it are in the fast band. Empty for a single band.
   *
   * @param throughputs above 0, in any order
   */
  static OptionalDouble border(double[] throughputs) {
    double[] logs = Arrays.stream(throughputs).map(Math::log).sorted().toArray();
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int split = 1; split < logs.length; split++) {
      double within = within(logs, 0, split) + within(logs, split, logs.length);
      if (within < least) {
        least = within;
        best = split;
      }
    }
    if (best == 0 || mean(logs, best, logs.length) - mean(logs, 0, best) < Math.log(LEAST_RATIO)) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(Math.exp((logs[best - 1] + logs[best]) / 2));
  }

  private static double within(double[] logs, int from, int to) {
    double mean = mean(logs, from, to);
    return Arrays.stream(logs, from, to).map(log -> (log - mean) * (log - mean)).sum();
  }

  private static double mean(double[] logs, int from, int to) {
    return Arrays.stream(logs, from, to).average().orElse(0);
  }
}
