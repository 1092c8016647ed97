package dev.foliot.pool.control;

/**
 * An observation with what happened since the one before.
 *
 * @param now the observation
 * @param elapsed what happened
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

  /**
   * Whether the tasks lack CPU: they use nearly all of it, or a good part while others use the
   * rest.
   */
  boolean contended() {
    return busy >= FULL || (busy >= OWN && elapsed.busyWithOthers() >= FULL);
  }

  /** How many tasks there are, running or waiting: no greater size is of use. */
  int tasks() {
    return (int) Math.min(now.maximum(), (long) now.running() + elapsed.queued());
  }

  /**
   * A greater size without what the CPU that is left cannot serve: tasks that use nine tenths of it
   * bring a ninth more at most, however many of them run.
   */
  int worthwhile(int size, int grown) {
    double most = SPARE * size / busy;
    return most < grown ? Math.max(size, Math.max(least(), (int) Math.ceil(most))) : grown;
  }

  /** The least size that is worth a trial: so many threads cost next to nothing. */
  int least() {
    int few = TIMES * (int) Math.ceil(now.cpu().cpus());
    return Math.max(now.minimum(), Math.min(now.maximum(), few));
  }
}
