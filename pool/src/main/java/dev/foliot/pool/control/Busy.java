package dev.foliot.pool.control;

/**
 * The relevant share of the CPU in use. It is the whole process's; or the tasks' alone if other
 * threads of the process use most of it, since the CPU then says nothing about the tasks.
 */
final class Busy {
  /** A single look contains few sampled tasks, and each may have been preempted for long. */
  private static final double WEIGHT = 0.05;

  private static final int LEAST_LOOKS = 20;
  private static final double OTHERS = 0.5;

  /** Throttling for a smaller share of the time is noise. */
  private static final double THROTTLED = 0.05;

  /** Several periods of a quota. */
  private static final double RECENT_NS = 300e6;

  /** A throttled process uses about what its quota leaves. */
  private static final double USED = 0.75;

  private double recent = Double.NaN;
  private double process;
  private double tasks;
  private int looks;

  /** The share in use, NaN if unknown; 1 if a quota throttles the main user. */
  double share(Elapsed elapsed) {
    double now = held(elapsed);
    double sampled = elapsed.sampledBusy();
    if (!Double.isNaN(now) && !Double.isNaN(sampled)) {
      looks++;
      double weight = Math.max(WEIGHT, 1.0 / looks);
      process += weight * (now - process);
      tasks += weight * (sampled - tasks);
    }
    return looks >= LEAST_LOOKS && tasks < OTHERS * process ? Math.min(now, tasks) : now;
  }

  /**
   * A period of a quota may straddle a look: one look sees the use and the other the throttling.
   * The kernel sums throttled time over all CPUs. If 16 CPUs stop for some tenths of a millisecond
   * each, the sum is large although most of the quota is left.
   */
  private double held(Elapsed elapsed) {
    double own = elapsed.busy();
    if (Double.isNaN(own)) {
      return own;
    }
    double weight = Double.isNaN(recent) ? 1 : Math.min(1, elapsed.ns() / RECENT_NS);
    recent = weight == 1 ? own : recent + weight * (own - recent);
    boolean isHeld = elapsed.to().cpu().throttled() > THROTTLED && recent >= USED;
    return isHeld ? Math.max(1, own) : own;
  }
}
