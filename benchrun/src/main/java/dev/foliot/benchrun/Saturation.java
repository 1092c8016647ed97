package dev.foliot.benchrun;

import dev.foliot.judgement.ForkVerdict;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import java.util.List;

/**
 * What a fork's validity says of saturation, and what it says of everything else: where rates are
 * varied, one that is too high is a result and no fault.
 *
 * <p>It goes by the beginnings of the reasons as {@link ForkVerdict} writes them.
 */
final class Saturation {
  private static final String WORD = "SATURATED";
  private static final String LATE = "the harness was late: lateness p";
  private static final String LATE_AT_999 = LATE + "99.9 ";

  private Saturation() {}

  /** Whether the load was more than the system could take. */
  static boolean in(ForkRecord fork) {
    return fork.validity().reasons().stream().anyMatch(reason -> reason.startsWith(WORD));
  }

  /** Whether the harness itself was too late for the fork to say anything. */
  static boolean harnessWasLate(ForkRecord fork) {
    return fork.validity().reasons().stream()
        .anyMatch(reason -> reason.startsWith(LATE) && !reason.startsWith(LATE_AT_999));
  }

  /** Whether it was late at p99.9, and perhaps only there. */
  static boolean harnessWasLateAt999(ForkRecord fork) {
    return fork.validity().reasons().stream().anyMatch(reason -> reason.startsWith(LATE));
  }

  /** Whether the fork says nothing for another reason than saturation. */
  static boolean otherwiseInvalid(ForkRecord fork) {
    return fork.validity().verdict() == Verdict.INVALID
        && (!in(fork)
            || fork.failure() != null
            || fork.lost() > 0
            || fork.refusedEnds() > 0
            || harnessWasLate(fork)
            || fork.validity().reasons().stream().anyMatch(r -> r.contains("contradict")));
  }

  /** The validity without saturation. */
  static Validity aside(ForkRecord fork) {
    List<String> others =
        fork.validity().reasons().stream().filter(reason -> !reason.startsWith(WORD)).toList();
    Verdict verdict =
        otherwiseInvalid(fork)
            ? Verdict.INVALID
            : fork.validity().verdict() == Verdict.VALID || others.isEmpty()
                ? Verdict.VALID
                : Verdict.SUSPECT;
    return new Validity(verdict, others);
  }
}
