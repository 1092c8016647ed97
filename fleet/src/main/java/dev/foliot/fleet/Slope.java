package dev.foliot.fleet;

/**
 * By how much the metric grows with its load.
 *
 * @param slope metric per unit of load (or of 1/load)
 * @param error its standard error
 * @param explained which part of the metric's variance it explains, where it was fitted
 * @param how it was fitted, in words
 */
record Slope(double slope, double error, double explained, String how) {
  static final Slope NONE = new Slope(0, 0, 0, "");

  private static final double LEAST_ERRORS = 4;
  private static final double LEAST_EXPLAINED = 0.01;

  /** Whether it is beyond chance and worth the while. */
  boolean matters() {
    return explained > LEAST_EXPLAINED && Math.abs(slope) > LEAST_ERRORS * error;
  }
}
