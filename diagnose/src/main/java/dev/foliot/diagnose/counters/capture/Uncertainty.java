package dev.foliot.diagnose.counters.capture;

/**
 * How far a count may lie from the truth. Stateless.
 *
 * <p>An uncertainty {@code e} means that the true value lies between {@code value * exp(-e)} and
 * {@code value * exp(e)}. Uncertainties of factors are added as squares.
 *
 * <p>Events that share a counter take turns. perf extrapolates each from the share of the time in
 * which it was counted, as if the program did the same all the time [1]. How wrong that is depends
 * on the program, and no capture says it. The figure here is ours: 15 % at half of the time,
 * growing with the odds of not being counted like the error of a sample, 50 % at most. Published
 * errors of single events average 40 % [2].
 *
 * <p>[1] perf-stat(1). [2] Banerjee et al., "BayesPerf: Minimizing Performance Monitoring Errors
 * using Bayesian Statistics", ASPLOS 2021.
 */
final class Uncertainty {
  private static final double AT_HALF = 0.15;
  private static final double MOST = 0.5;
  private static final double LEAST_SHARE = 1e-3;

  /** Two and a half standard errors: several figures are compared at once. */
  private static final double ERRORS = 2.5;

  /** More events than this scatter too little to matter. */
  private static final double MANY = 1e7;

  private Uncertainty() {}

  /** Of an extrapolation from a share of the time. */
  static double ofShare(double share) {
    double known = Math.clamp(share, LEAST_SHARE, 1);
    return Math.min(MOST, AT_HALF * Math.sqrt((1 - known) / known));
  }

  /** Of a number of events that occur at random. */
  static double ofCount(double events) {
    return events >= MANY ? 0 : ERRORS / Math.sqrt(Math.max(1, events));
  }

  /** Of a mean with a relative standard error. */
  static double ofMean(double standardError) {
    return ERRORS * standardError;
  }

  /** Of a product or quotient. */
  static double of(double... factors) {
    double squares = 0;
    for (double factor : factors) {
      squares += factor * factor;
    }
    return Math.sqrt(squares);
  }
}
