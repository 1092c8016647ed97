package dev.foliot.stats;

/**
 * The number of successes in independent trials with different probabilities: the exact
 * Poisson-binomial distribution [1]. It adds one trial after the other.
 *
 * <p>[1] Barlow and Heidtmann, "Computing k-out-of-n System Reliability", IEEE Transactions on
 * Reliability 33, 1984.
 */
public final class PoissonBinomial {
  private PoissonBinomial() {}

  /**
   * The probability of at most k successes; takes trials times successes steps.
   *
   * @param chances one probability for each trial, from 0 to 1
   * @param k any number: the result is 0 below 0, and 1 from the number of trials on
   * @throws IllegalArgumentException if a value is no probability
   */
  public static double atMost(double[] chances, int k) {
    for (double chance : chances) {
      if (!(chance >= 0 && chance <= 1)) {
        throw new IllegalArgumentException("a chance of " + chance);
      }
    }
    if (k < 0 || k >= chances.length) {
      return k < 0 ? 0 : 1;
    }
    double[] exactly = new double[k + 1];
    exactly[0] = 1;
    for (double chance : chances) {
      for (int i = k; i > 0; i--) {
        exactly[i] = exactly[i] * (1 - chance) + exactly[i - 1] * chance;
      }
      exactly[0] *= 1 - chance;
    }
    double sum = 0;
    for (double probability : exactly) {
      sum += probability;
    }
    return Math.min(1, sum);
  }
}
