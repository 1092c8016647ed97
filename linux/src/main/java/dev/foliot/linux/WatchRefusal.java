package dev.foliot.linux;

/** Why {@link Watchpoints} gave no answer: what is to be done about it differs. */
public enum WatchRefusal {
  /** Someone else holds the registers: fewer words may fit. */
  TAKEN,

  /** None of the threads lives any more: others may. */
  GONE,

  /** Rights, limits, the kernel or the processor: it will be so the next time. */
  LASTING;

  /** Tells by what {@link Watchpoints} said. */
  public static WatchRefusal of(Reading.Unavailable<?> refused) {
    String reason = refused.reason();
    if (reason.contains(PerfRefusal.TAKEN)) {
      return TAKEN;
    }
    return reason.contains(PerfSession.NONE_LIVES) || reason.contains(Threads.NO_PROCESS)
        ? GONE
        : LASTING;
  }
}
