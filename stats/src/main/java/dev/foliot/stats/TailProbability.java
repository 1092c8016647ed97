package dev.foliot.stats;

import java.util.Arrays;
import java.util.function.DoubleSupplier;

/**
 * How seldom a statistic is as large as the one observed, by drawing it anew.
 *
 * <p>Draws end as soon as enough of them are as large, for then nothing is to be shown [1]. Where
 * none is, the probability is that of an exponential distribution above the tenth of the draws that
 * are largest [2]; its mean is taken to be no smaller than one
 * nat and a half: a likelihood ratio has about one in its tail, and few draws show too little of it.
 *
 * <p>[1] Besag and Clifford, "Sequential Monte Carlo p-values", Biometrika 78, 1991. [2]
 * Knijnenburg and others, "Fewer permutations, more accurate P-values", Bioinformatics 25, 2009.
 */
final class TailProbability {
  private static final int ENOUGH = 5;
  private static final int[] LOOKS = {39, 99, 199, 499};
  private static final double LEAST_MEAN = 1.5;

  /** A look in between ends it only where the probability is this much smaller than the level. */
  private static final double CLEARLY = 0.05;

  private TailProbability() {}

  /**
   * The probability.
   *
   * @param observed finite
   * @param draws may be minus infinite, where there is nothing to be observed
   * @param level what the probability will be held against; below it only its size is told
   * @param most so many draws, at least 39
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

  /** Minus infinite and negative draws count, but say nothing of the tail above zero. */
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
    // Of few excesses the mean may be much too small by chance.
    double mean = excesses == 0 ? 0 : sum / excesses * (1 + 1 / Math.sqrt(excesses));
    double share = (excesses + 1.0) / (n + 1);
    return Math.max(
        Double.MIN_NORMAL,
        Math.min(1, share * Math.exp(-(observed - threshold) / Math.max(LEAST_MEAN, mean))));
  }
}
