package dev.foliot.diagnose.sharing;

import dev.foliot.store.WriteRate;

/**
 * How often a word differed between two looks one right after the other.
 *
 * @param pairs of looks
 * @param changes pairs that differed
 * @param nanos between the looks of all pairs together
 * @param values that were seen
 * @param saturated whether in any one burst it changed about as fast as it was looked at: its
 *     writers may have had no CPU in the others
 */
record FlipCount(long pairs, long changes, long nanos, int values, boolean saturated) {
  /** Above this share of changed pairs a word changes about as fast as it is looked at. */
  static final double SATURATED = 0.25;

  static final FlipCount NONE = new FlipCount(0, 0, 0, 0, false);

  private static final double NANOS_PER_S = 1e9;

  /**
   * What the looks say about the rate: an estimate while few pairs differ, with the flips added
   * that two looks miss; else only that it is at least what was seen.
   *
   * <p>The correction is that of Jukes and Cantor (1969) for a state that jumps at random moments
   * to one of k - 1 others: of two looks a time t apart the share p = (k-1)/k (1 - exp(-k/(k-1) r
   * t)) differs.
   */
  WriteRate rate() {
    if (pairs == 0 || nanos <= 0) {
      return new WriteRate(0, WriteRate.Bound.AT_LEAST);
    }
    double seenPerS = changes * NANOS_PER_S / nanos;
    double share = (double) changes / pairs;
    if (saturated || share > SATURATED) {
      return new WriteRate(seenPerS, WriteRate.Bound.AT_LEAST);
    }
    double most = 1 - 1.0 / Math.max(values, 2);
    double perPair = -most * Math.log1p(-share / most);
    return new WriteRate(perPair * pairs * NANOS_PER_S / nanos, WriteRate.Bound.ESTIMATE);
  }
}
