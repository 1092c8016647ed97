package dev.foliot.benchrun;

import dev.foliot.benchrun.RateObservation.Outcome;
import dev.foliot.judgement.RateKnee;
import dev.foliot.stats.Episodes;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;

/**
 * What a fork says of an objective.
 *
 * <p>A harness that was late says nothing, whatever the response times are: neither that the system
 * meets its objective, nor that it breaks it. A SATURATED fork breaks it, unless the harness is
 * what was saturated. Otherwise the percentile decides, where the fork has it.
 */
final class ObjectiveCheck {
  private static final double HARNESS_GAP_NS = 500;

  /** Between p99 and p99.9: lateness at p99.9 alone spoils only what lies beyond p99. */
  private static final double TAIL_SHARE = 0.005;

  private static final double LITTLE_WORK = 0.5;
  private static final String INLINE = "inline";

  private ObjectiveCheck() {}

  /** Of a fork under a load. */
  static Outcome of(ForkRecord fork, LoadRecord load, LatencyObjective objective) {
    if (Saturation.generatorWasLate(fork)) {
      return Outcome.HARNESS_LATE;
    }
    if (Saturation.otherwiseInvalid(fork)) {
      return Outcome.FAILED;
    }
    if (RateKnee.isSaturated(fork)) {
      return harnessIsBusy(fork, load) ? Outcome.HARNESS_LATE : Outcome.BREAKS;
    }
    Percentiles response = fork.times().response();
    Long value = response.value(objective.percentile());
    if (value == null) {
      return isKeptByAll(response, objective) ? Outcome.HOLDS : Outcome.INSUFFICIENT;
    }
    if (objective.isKeptBy(value)) {
      return Outcome.HOLDS;
    }
    boolean isTail = objective.beyondShare() < TAIL_SHARE;
    return isTail && Saturation.generatorWasLateAt999(fork) ? Outcome.HARNESS_LATE : Outcome.BREAKS;
  }

  /** Not one message broke it, where ten would have been allowed to. */
  private static boolean isKeptByAll(Percentiles response, LatencyObjective objective) {
    Long max = response.max();
    return max != null
        && objective.isKeptBy(max)
        && response.count() * objective.beyondShare() >= Episodes.NEEDED;
  }

  /**
   * Whether the producers were at their own limit: with so little time for each message their own
   * work counts, and the task's is less than half of it. It looks like backlog, since a message
   * waits for the producer's work on the one before it.
   */
  private static boolean harnessIsBusy(ForkRecord fork, LoadRecord load) {
    Double serviceNs = fork.times().service().mean();
    double gapNs = 1e9 * load.producers() / load.ratePerS();
    return load.dispatch().equals(INLINE)
        && serviceNs != null
        && gapNs < HARNESS_GAP_NS
        && serviceNs < LITTLE_WORK * gapNs;
  }
}
