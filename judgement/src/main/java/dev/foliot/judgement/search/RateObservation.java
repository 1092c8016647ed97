package dev.foliot.judgement.search;

/**
 * One fork's outcome for an objective.
 *
 * @param ratePerS its rate in messages per second
 * @param outcome its outcome
 */
public record RateObservation(double ratePerS, Outcome outcome) {
  /** The outcome of a fork. */
  public enum Outcome {
    /** It met the objective. */
    HOLDS,
    /** It broke the objective. */
    BREAKS,
    /** Unknown: the harness was late, or at its limit. */
    HARNESS_LATE,
    /** Unknown: it broke the objective while its load generator lacked CPU. */
    STARVED,
    /** Unknown: too few episodes beyond the percentile. */
    INSUFFICIENT,
    /** Unknown: the fork is INVALID. */
    FAILED
  }

  /** Whether it is known. */
  public boolean isJudged() {
    return outcome == Outcome.HOLDS || outcome == Outcome.BREAKS;
  }
}
