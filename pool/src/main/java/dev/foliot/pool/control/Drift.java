package dev.foliot.pool.control;

/**
 * Detects a change of throughput: several short stretches in a row that deviate to one side beyond
 * noise.
 */
final class Drift {
  private static final double OFF = 0.3;
  private static final int IN_A_ROW = 4;
  private static final double SHORTEST_NS = 250e6;
  private static final double TASK_TIMES = 3;
  private static final double LEAST_EXPECTED = 100;

  private long ns;
  private long completions;
  private int above;
  private int below;

  /**
   * Adds the next stretch.
   *
   * @param usual the usual throughput and time in task
   * @return whether the work has changed
   */
  boolean changed(Elapsed elapsed, Sample usual) {
    ns += elapsed.ns();
    completions += elapsed.successes();
    double expected = usual.perS() * ns / 1e9;
    if (ns < Math.max(SHORTEST_NS, TASK_TIMES * usual.taskTimeNs()) || expected < LEAST_EXPECTED) {
      return false;
    }
    double off = completions / expected - 1;
    double most = Math.max(OFF, 4 * usual.error());
    above = off > most ? above + 1 : 0;
    below = off < -most ? below + 1 : 0;
    ns = 0;
    completions = 0;
    return above >= IN_A_ROW || below >= IN_A_ROW;
  }
}
