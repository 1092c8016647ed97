package dev.foliot.linux.perf;

import dev.foliot.linux.Reading;
import dev.foliot.text.SystemReason;

/** Why {@link Watchpoints} gave no answer: what is to be done about it differs. */
public enum WatchRefusal {
  /** Someone else holds the registers: fewer words may fit. */
  TAKEN,

  /** None of the threads lives any more: others may. */
  GONE,

  /** Rights, limits, the kernel or the processor: it will be so the next time. */
  LASTING;

  /** Of what {@link Watchpoints} answered. */
  public static WatchRefusal of(Reading.Unavailable<?> refused) {
    if (refused.why().is(SystemReason.WatchpointsTaken.class)) {
      return TAKEN;
    }
    return refused.why().is(SystemReason.Gone.class) ? GONE : LASTING;
  }
}
