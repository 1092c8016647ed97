package dev.foliot.study;

/**
 * When a remote system that was quick in the warm-up gets the delay of the load: in the time
 * without requests between both, once those of the warm-up have been answered. Whoever asks it by
 * himself never ceases, so in the middle of that time it is due in any case.
 *
 * <p>Before the warm-up is over it tells nothing that the remote system is asked nothing for a
 * while: a service may ask it once when it starts, long before the driver is there, and a machine
 * may stand still. After it, it tells enough, though it was never asked at all.
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
   * Whether the warm-up is over, and so a look tells something.
   *
   * @param atNs since the driver began
   */
  boolean isOpen(long atNs) {
    return atNs >= fromNs;
  }

  /**
   * Whether it is time, by one more look.
   *
   * @param atNs since the driver began
   * @param drawnSoFar how many delays the remote system has drawn, one for each request
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
