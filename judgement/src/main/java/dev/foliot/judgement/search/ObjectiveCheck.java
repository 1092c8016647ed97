package dev.foliot.judgement.search;

import dev.foliot.judgement.FigureVerdict;
import dev.foliot.judgement.RateKnee;
import dev.foliot.judgement.run.Saturation;
import dev.foliot.judgement.search.RateObservation.Outcome;
import dev.foliot.stats.Episodes;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;

/**
 * Decides whether a fork meets an objective.
 *
 * <p>If the harness was late the answer is unknown, whatever the response times. A SATURATED fork
 * breaks the objective, unless the harness was saturated. Otherwise the percentile decides, if the
 * fork has it. A fork that breaks the objective says nothing if its load generator lacked CPU for
 * more of the time than the objective allows messages beyond it.
 */
public final class ObjectiveCheck {
  private static final double HARNESS_GAP_NS = 500;

  /** Between p99 and p99.9: lateness at p99.9 alone affects only values beyond p99. */
  private static final double TAIL_SHARE = 0.005;

  /** A smaller share of the time is usual on a machine that others use a little. */
  private static final double LEAST_STARVED = 0.05;

  private static final double LITTLE_WORK = 0.5;
  private static final String INLINE = "inline";

  private ObjectiveCheck() {}

  /** The outcome of a fork under a load. */
  public static Outcome of(ForkRecord fork, LoadRecord load, LatencyObjective objective) {
    if (Saturation.generatorWasLate(fork)) {
      return Outcome.HARNESS_LATE;
    }
    if (Saturation.otherwiseInvalid(fork)) {
      return Outcome.FAILED;
    }
    if (RateKnee.isSaturated(fork)) {
      return harnessIsBusy(fork, load)
          ? Outcome.HARNESS_LATE
          : Saturation.starvedShare(fork) > FigureVerdict.STARVED
              ? Outcome.STARVED
              : Outcome.BREAKS;
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
    if (isTail && Saturation.generatorWasLateAt999(fork)) {
      return Outcome.HARNESS_LATE;
    }
    double explained = Math.max(LEAST_STARVED, objective.beyondShare());
    return Saturation.starvedShare(fork) > explained ? Outcome.STARVED : Outcome.BREAKS;
  }

  /** No message exceeded the limit, although ten were allowed to. */
  private static boolean isKeptByAll(Percentiles response, LatencyObjective objective) {
    Long max = response.max();
    return max != null
        && objective.isKeptBy(max)
        && response.count() * objective.beyondShare() >= Episodes.NEEDED;
  }

  /**
   * Whether the producers were at their limit. At such rates their own work matters, and the task
   * takes less than half of the time. It looks like backlog, because a message waits for the
   * producer's work on the one before it.
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
