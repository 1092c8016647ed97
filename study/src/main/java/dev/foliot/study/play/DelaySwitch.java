package dev.foliot.study.play;

import dev.foliot.study.plan.StepPlan;

/**
 * Decides when a fast remote system gets the delay of the load.
 *
 * <p>The switch is in the time without requests between warm-up and load, after the answers of the
 * warm-up. A client that polls never pauses, so the middle of that time is the latest moment.
 *
 * <p>Before the end of the warm-up, a remote system without requests proves nothing: a service may
 * call it once at its start, long before the driver runs, and a machine may stall. Afterwards it is
 * proof, even if there never was a request.
 *
 * <p>For one thread.
 */
final class DelaySwitch {
  private static final int QUIET_LOOKS = 3;

  private final long fromNs;
  private final long latestNs;
  private long drawn = -1;
  private int same;

  /**
   * @param step with an idle time
   */
  DelaySwitch(StepPlan step) {
    fromNs = step.warmupNs();
    latestNs = fromNs + step.idleNs() / 2;
  }

  /**
   * Whether the warm-up is over, and a sample is meaningful.
   *
   * @param atNs since the driver began
   */
  boolean isOpen(long atNs) {
    return atNs >= fromNs;
  }

  /**
   * Takes one more sample; returns whether the switch is due.
   *
   * @param atNs since the driver began
   * @param drawnSoFar the number of delays so far in the remote system, one per request
   */
  boolean isDue(long atNs, long drawnSoFar) {
    if (!isOpen(atNs)) {
      return false;
    }
    same = drawnSoFar == drawn ? same + 1 : 0;
    drawn = drawnSoFar;
    return same >= QUIET_LOOKS || atNs >= latestNs;
  }
}
