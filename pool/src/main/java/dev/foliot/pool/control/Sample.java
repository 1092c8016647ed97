package dev.foliot.pool.control;

/**
 * The pool's performance at one size.
 *
 * @param size the size
 * @param perS tasks that succeeded, a second
 * @param taskTimeNs the mean wall time of the completed tasks
 * @param error the relative standard error of the throughput
 * @param busy the share of the CPU in use, NaN if unknown
 * @param completions number of succeeded tasks it is based on
 * @param waited whether tasks waited nearly all the time; otherwise throughput is only the arrival
 *     rate
 */
record Sample(
    int size,
    double perS,
    double taskTimeNs,
    double error,
    double busy,
    long completions,
    boolean waited) {
  private static final double MORE = 1.2;
  private static final double HARDLY = 0.25;
  private static final double SIGMAS = 2;
  private static final int MANY = 100;

  /** Whether it clearly brought little more throughput than a smaller size. */
  boolean broughtNothing(Sample fewer) {
    if (size < MORE * fewer.size || Math.min(completions, fewer.completions) < MANY) {
      return false;
    }
    double noise = SIGMAS * Math.sqrt(1.0 / completions + 1.0 / fewer.completions);
    double gain = perS / fewer.perS - 1;
    return gain + noise < HARDLY * ((double) size / fewer.size - 1);
  }

  /** Merges this with a later sample of the same size; older data counts less and less. */
  Sample and(Sample later) {
    double past = Math.min((double) completions, 49.0 * later.completions);
    double all = past + later.completions;
    double part = later.completions / all;
    return new Sample(
        size,
        perS + part * (later.perS - perS),
        taskTimeNs + part * (later.taskTimeNs - taskTimeNs),
        Math.hypot((1 - part) * error, part * later.error),
        busy + part * (later.busy - busy),
        Math.round(all),
        waited && later.waited);
  }
}
