package dev.foliot.judgement.run;

import dev.foliot.judgement.RateKnee;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import java.util.List;

/**
 * Separates saturation from the rest of a fork's validity. Among varied rates, a too high one is a
 * result and no fault.
 */
public final class Saturation {
  /** Lateness at this percentile or below affects the complete fork. */
  private static final double WHOLE_FORK = 99;

  private Saturation() {}

  /** Whether the load generator was too late for an answer. */
  public static boolean generatorWasLate(ForkRecord fork) {
    return fork.validity().reasonCodes().stream().anyMatch(Saturation::isLateAtAll);
  }

  private static boolean isLateAtAll(Reason reason) {
    return reason instanceof LoadReason.LoadGeneratorLate late
        ? late.percentile() <= WHOLE_FORK
        : reason.is(LoadReason.LoadGeneratorLate.class);
  }

  /** Whether it was late at p99.9, and possibly only there. */
  public static boolean generatorWasLateAt999(ForkRecord fork) {
    return fork.validity().has(LoadReason.LoadGeneratorLate.class);
  }

  /** The share of the time in which the load generator waited for a CPU; 0 if not noted. */
  public static double starvedShare(ForkRecord fork) {
    return fork.validity().reasonCodes().stream()
        .filter(LoadReason.LoadGeneratorStarved.class::isInstance)
        .mapToDouble(reason -> ((LoadReason.LoadGeneratorStarved) reason).share())
        .max()
        .orElse(0);
  }

  /** Whether the fork is invalid for another reason than saturation. */
  public static boolean otherwiseInvalid(ForkRecord fork) {
    return fork.validity().verdict() == Verdict.INVALID
        && (!RateKnee.isSaturated(fork)
            || fork.end().failure() != null
            || fork.messages().lost() > 0
            || fork.messages().refusedEnds() > 0
            || generatorWasLate(fork)
            || fork.validity().has(LoadReason.TimesContradict.class));
  }

  /** The validity without saturation. */
  public static Validity aside(ForkRecord fork) {
    List<Reason> others = fork.validity().without(LoadReason.Saturated.class);
    Verdict verdict =
        otherwiseInvalid(fork)
            ? Verdict.INVALID
            : fork.validity().verdict() == Verdict.VALID || others.isEmpty()
                ? Verdict.VALID
                : Verdict.SUSPECT;
    return Validity.of(verdict, others);
  }
}
