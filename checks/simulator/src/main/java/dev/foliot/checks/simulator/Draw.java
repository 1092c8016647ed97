package dev.foliot.checks.simulator;

import java.util.random.RandomGenerator;

/**
 * A distribution of times. It is constant if {@code cv} is 0, otherwise log-normal, because the
 * times of real tasks have one long tail.
 *
 * @param meanNs the mean in nanoseconds, at least 0
 * @param cv the coefficient of variation, at least 0
 * @param exponential whether it is the exponential distribution, whose {@code cv} is 1
 */
public record Draw(double meanNs, double cv, boolean exponential) {
  /** Checks the ranges. */
  public Draw {
    if (!(meanNs >= 0 && cv >= 0)) {
      throw new IllegalArgumentException("a time of mean " + meanNs + " and variation " + cv);
    }
  }

  /** A constant time. */
  public static Draw fixed(long ns) {
    return new Draw((double) ns, 0, false);
  }

  /** Exponential times. */
  public static Draw exponential(long meanNs) {
    return new Draw((double) meanNs, 1, true);
  }

  /** Log-normal times. */
  public static Draw logNormal(long meanNs, double cv) {
    return new Draw((double) meanNs, cv, false);
  }

  long nextNs(RandomGenerator random) {
    if (exponential) {
      return Math.round(-Math.log(1 - random.nextDouble()) * meanNs);
    }
    if (cv == 0) {
      return Math.round(meanNs);
    }
    double variance = Math.log1p(cv * cv);
    return Math.round(
        meanNs * Math.exp(Math.sqrt(variance) * random.nextGaussian() - variance / 2));
  }
}
