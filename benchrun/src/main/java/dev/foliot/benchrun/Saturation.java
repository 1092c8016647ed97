package dev.foliot.benchrun;

import dev.foliot.judgement.RateKnee;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import java.util.List;

/**
 * What a fork's validity says of saturation, and what it says of everything else: where rates are
 * varied, one that is too high is a result and no fault.
 */
final class Saturation {
  /** Lateness at this percentile or below spoils the whole fork. */
  private static final double WHOLE_FORK = 99;

  private Saturation() {}

  /** Whether the load generator was too late for the fork to say anything. */
  static boolean generatorWasLate(ForkRecord fork) {
    return fork.validity().reasonCodes().stream().anyMatch(Saturation::isLateAtAll);
  }

  private static boolean isLateAtAll(Reason reason) {
    return reason instanceof LoadReason.LoadGeneratorLate late
        ? late.percentile() <= WHOLE_FORK
        : reason.is(LoadReason.LoadGeneratorLate.class);
  }

  /** Whether it was late at p99.9, and perhaps only there. */
  static boolean generatorWasLateAt999(ForkRecord fork) {
    return fork.validity().has(LoadReason.LoadGeneratorLate.class);
  }

  /** Whether the fork says nothing for another reason than saturation. */
  static boolean otherwiseInvalid(ForkRecord fork) {
    return fork.validity().verdict() == Verdict.INVALID
        && (!RateKnee.isSaturated(fork)
            || fork.end().failure() != null
            || fork.messages().lost() > 0
            || fork.messages().refusedEnds() > 0
            || generatorWasLate(fork)
            || fork.validity().has(LoadReason.TimesContradict.class));
  }

  /** The validity without saturation. */
  static Validity aside(ForkRecord fork) {
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
