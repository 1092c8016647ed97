package dev.foliot.benchrun;

/**
 * What one fork said of an objective.
 *
 * @param ratePerS under which rate, in messages a second
 * @param outcome what it said
 */
record RateObservation(double ratePerS, Outcome outcome) {
  /** What a fork can say. */
  enum Outcome {
    /** The objective was kept. */
    HOLDS,
    /** It was not. */
    BREAKS,
    /** Nothing of the system: the harness itself was late, or at its own limit. */
    HARNESS_LATE,
    /** Nothing: too few episodes beyond the percentile. */
    INSUFFICIENT,
    /** Nothing: the fork is INVALID. */
    FAILED
  }

  /** Whether it says something. */
  boolean isJudged() {
    return outcome == Outcome.HOLDS || outcome == Outcome.BREAKS;
  }
}
