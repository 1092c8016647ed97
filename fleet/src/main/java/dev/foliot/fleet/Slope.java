package dev.foliot.fleet;

/**
 * The slope of the metric over its load.
 *
 * @param slope metric per unit of load (or of 1/load)
 * @param error its standard error
 * @param explained its share of the metric's variance, where it was fitted
 * @param how the method of the fit
 */
record Slope(double slope, double error, double explained, String how) {
  static final Slope NONE = new Slope(0, 0, 0, "");

  private static final double LEAST_ERRORS = 4;
  private static final double LEAST_EXPLAINED = 0.01;

  /** Whether it is significant and large enough to matter. */
  boolean matters() {
    return explained > LEAST_EXPLAINED && Math.abs(slope) > LEAST_ERRORS * error;
  }
}
