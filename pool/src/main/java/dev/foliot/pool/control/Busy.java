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

  private double process;
  private double tasks;
  private int looks;

  /** The share in use, NaN if unknown. */
  double share(Elapsed elapsed) {
    double now = elapsed.busy();
    double sampled = elapsed.sampledBusy();
    if (!Double.isNaN(now) && !Double.isNaN(sampled)) {
      looks++;
      double weight = Math.max(WEIGHT, 1.0 / looks);
      process += weight * (now - process);
      tasks += weight * (sampled - tasks);
    }
    return looks >= LEAST_LOOKS && tasks < OTHERS * process ? Math.min(now, tasks) : now;
  }
}
