package dev.foliot.stats;

import java.util.Arrays;
import java.util.function.DoubleSupplier;

/**
 * The probability of a statistic at least as large as observed, by repeated draws.
 *
 * <p>Draws end once enough of them are as large: the result then cannot be significant [1]. If none
 * is as large, the probability comes from an exponential tail above the largest tenth of the draws
 * [2]. The tail's mean is at least one and a half nats: that of a likelihood ratio is about one,
 * and few draws underestimate it.
 *
 * <p>[1] Besag and Clifford, "Sequential Monte Carlo p-values", Biometrika 78, 1991. [2]
 * Knijnenburg and others, "Fewer permutations, more accurate P-values", Bioinformatics 25, 2009.
 */
final class TailProbability {
  private static final int ENOUGH = 5;
  private static final int[] LOOKS = {39, 99, 199, 499};
  private static final double LEAST_MEAN = 1.5;

  /** An interim check stops only at a probability below this share of the level. */
  private static final double CLEARLY = 0.05;

  private TailProbability() {}

  /**
   * Returns the probability.
   *
   * @param observed finite
   * @param draws may be minus infinite, if a draw has no statistic
   * @param level the level to compare with; below it, only the order of magnitude matters
   * @param most greatest number of draws, at least 39
   * @return above 0 and at most 1
   */
  static double of(double observed, DoubleSupplier draws, double level, int most) {
    double[] drawn = new double[most];
    int exceeding = 0;
    int look = 0;
    for (int i = 0; i < most; i++) {
      drawn[i] = draws.getAsDouble();
      if (drawn[i] >= observed) {
        exceeding++;
        if (exceeding == ENOUGH) {
          return (double) ENOUGH / (i + 1);
        }
      }
      if (exceeding == 0 && look < LOOKS.length && i + 1 == LOOKS[look]) {
        look++;
        double p = beyond(observed, Arrays.copyOf(drawn, i + 1));
        if (p < CLEARLY * level) {
          return p;
        }
      }
    }
    return exceeding > 0 ? (exceeding + 1.0) / (most + 1) : beyond(observed, drawn);
  }

  /** Minus infinite and negative draws count, but do not describe the tail above zero. */
  private static double beyond(double observed, double[] drawn) {
    Arrays.sort(drawn);
    int n = drawn.length;
    int wanted = Math.max(4, n / 10);
    int excesses = 0;
    while (excesses < wanted && drawn[n - 2 - excesses] > 0) {
      excesses++;
    }
    double threshold = Math.max(0, drawn[n - 1 - excesses]);
    double sum = 0;
    for (int i = n - excesses; i < n; i++) {
      sum += drawn[i] - threshold;
    }
    // With few excesses, their mean may be much too small by chance.
    double mean = excesses == 0 ? 0 : sum / excesses * (1 + 1 / Math.sqrt(excesses));
    double share = (excesses + 1.0) / (n + 1);
    return Math.max(
        Double.MIN_NORMAL,
        Math.min(1, share * Math.exp(-(observed - threshold) / Math.max(LEAST_MEAN, mean))));
  }
}
