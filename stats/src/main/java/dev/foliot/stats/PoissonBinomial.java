package dev.foliot.stats;

/**
 * How many of several independent trials succeed, each with a chance of its own: the
 * Poisson-binomial distribution, exactly, one trial after the other [1].
 *
 * <p>[1] Barlow and Heidtmann, "Computing k-out-of-n System Reliability", IEEE Transactions on
 * Reliability 33, 1984.
 */
public final class PoissonBinomial {
  private PoissonBinomial() {}

  /**
   * The probability of at most so many successes, in steps of the trials times the successes.
   *
   * @param chances from 0 to 1, one for each trial
   * @param k any number: 0 below none, 1 from all on
   * @throws IllegalArgumentException if a chance is none
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
