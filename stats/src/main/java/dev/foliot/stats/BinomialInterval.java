package dev.foliot.stats;

import org.apache.commons.statistics.interval.BinomialConfidenceInterval;
import org.apache.commons.statistics.interval.Interval;

/**
 * The exact interval of a share [1], from Commons Statistics. Its confidence is at least the
 * requested one, for any share and number of trials.
 *
 * <p>[1] Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the case of
 * the binomial", Biometrika 26, 1934.
 */
public final class BinomialInterval {
  private BinomialInterval() {}

  /**
   * Returns the interval.
   *
   * @param successes number of successes, from 0 to the trials
   * @param trials at least 1
   * @param level the confidence, at least 0.5 and below 1: 0.95 for 95 %
   * @return the low and the high end, each from 0 to 1
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static double[] of(int successes, int trials, double level) {
    if (trials < 1 || successes < 0 || successes > trials) {
      throw new IllegalArgumentException(successes + " successes of " + trials);
    }
    if (!(level >= 0.5)) {
      throw new IllegalArgumentException("a confidence of " + level + ": 0.95 is meant by 95 %");
    }
    Interval interval =
        BinomialConfidenceInterval.CLOPPER_PEARSON.fromErrorRate(
            trials, successes, Ranks.alpha(level));
    return new double[] {interval.getLowerBound(), interval.getUpperBound()};
  }
}
