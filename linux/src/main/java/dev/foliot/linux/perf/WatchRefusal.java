package dev.foliot.linux.perf;

import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.SystemReason;

/** Kinds of refusals by {@link Watchpoints}, which need different remedies. */
public enum WatchRefusal {
  /** Someone else holds the registers: fewer words may fit. */
  TAKEN,

  /** All these threads have ended; others may live. */
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
