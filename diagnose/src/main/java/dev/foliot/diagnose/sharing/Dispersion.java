package dev.foliot.diagnose.sharing;

/**
 * Whether counts in windows differ no more than chance has it where a rate is the same in all of
 * them: Fisher's index of dispersion [1]. Counts of a steady rate are Poisson's at most, and those
 * of writers that keep time differ less; more than that, and what is between the windows may be
 * anything. Used by one thread.
 *
 * <p>[1] Cochran, "Some methods for strengthening the common chi-squared tests", Biometrics 10
 * (1954), 417-451.
 */
final class Dispersion {
  /** With fewer there is little to agree. */
  static final int FEWEST_WINDOWS = 3;

  /** One in a hundred steady rates is taken for one that is not. */
  private static final double QUANTILE = 2.326;

  private int windows;
  private double hits;
  private double nanos;
  private double hitsSquaredPerNano;

  /** Adds a window. */
  void add(long count, long lengthNs) {
    if (lengthNs > 0) {
      windows++;
      hits += count;
      nanos += lengthNs;
      hitsSquaredPerNano += (double) count * count / lengthNs;
    }
  }

  /** Whether they agree; also false where they are too few, or have seen nothing. */
  boolean isSteady() {
    if (windows < FEWEST_WINDOWS || hits == 0) {
      return false;
    }
    // The sum of (count - expected)^2 / expected, where what is expected is by length.
    double chiSquared = hitsSquaredPerNano * nanos / hits - hits;
    return chiSquared <= most(windows - 1);
  }

  /** That quantile of chi-squared, as Wilson and Hilferty (1931) come near to it. */
  private static double most(int degrees) {
    double part = 2.0 / (9 * degrees);
    return degrees * Math.pow(1 - part + QUANTILE * Math.sqrt(part), 3);
  }
}
