package dev.foliot.pool.control;

/**
 * How much of the CPU is in use by those whose business it is: the whole process, or the tasks
 * alone where other threads of the process use most of it, since then the CPU says nothing of the
 * tasks.
 */
final class Busy {
  /** Single looks see few sampled tasks, each of which may have been switched off for long. */
  private static final double WEIGHT = 0.05;

  private static final int LEAST_LOOKS = 20;
  private static final double OTHERS = 0.5;

  /** A quota that holds the process back for a smaller share of the time is noise. */
  private static final double THROTTLED = 0.05;

  /** Some periods of a quota. */
  private static final double RECENT_NS = 300e6;

  /** Whoever lacks the CPU that a quota takes uses about what it leaves. */
  private static final double USED = 0.75;

  private double recent = Double.NaN;
  private double process;
  private double tasks;
  private int looks;

  /** The share in use, NaN if unknown; 1 where a quota holds back who uses most of it. */
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
   * A period of a quota may lie on both sides of a look, so that the one sees the use and the other
   * the rest. But what the kernel held back is added up over all CPUs: of 16 that stood still for
   * some tenths of a millisecond each it makes a good part of the time, though most of the quota
   * was left.
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
