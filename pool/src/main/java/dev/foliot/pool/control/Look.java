package dev.foliot.pool.control;

/**
 * An observation, and the changes since the previous one.
 *
 * @param now the observation
 * @param elapsed the changes
 * @param busy the share of the CPU in use, NaN if unknown
 */
record Look(Observation now, Elapsed elapsed, double busy) {
  private static final int TIMES = 2;
  private static final double FULL = 0.9;
  private static final double OWN = 0.25;
  private static final double SPARE = 1.25;

  long nowNs() {
    return now.nowNs();
  }

  long completions() {
    return elapsed.completions();
  }

  long successes() {
    return elapsed.successes();
  }

  /** Whether the tasks lack CPU: they use nearly all, or a good part while others use the rest. */
  boolean contended() {
    return busy >= FULL || (busy >= OWN && elapsed.busyWithOthers() >= FULL);
  }

  /** Number of tasks, running or waiting: a greater size is useless. */
  int tasks() {
    return (int) Math.min(now.limits().maximum(), (long) now.tasks().running() + elapsed.queued());
  }

  /**
   * Limits growth to the part that the remaining CPU can serve. Tasks that use nine tenths of it
   * can bring at most a ninth more.
   */
  int worthwhile(int size, int grown) {
    double most = SPARE * size / busy;
    return most < grown ? Math.max(size, Math.max(least(), (int) Math.ceil(most))) : grown;
  }

  /** The least size worth a trial: this many threads cost next to nothing. */
  int least() {
    int few = TIMES * (int) Math.ceil(now.cpu().cpus());
    return Math.max(now.limits().minimum(), Math.min(now.limits().maximum(), few));
  }
}
