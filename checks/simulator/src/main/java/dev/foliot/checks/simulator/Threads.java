package dev.foliot.checks.simulator;

/** What the cores know of the threads that they run. */
abstract class Threads {
  /** By thread: how much CPU time is left of what it does now. */
  long[] burstNs = new long[256];

  /** By thread: where it ran last, -1 if nowhere. */
  int[] lastCore = new int[256];

  /**
   * The thread has done what it wanted the CPU for.
   *
   * @return whether it wants the CPU for something else now
   */
  abstract boolean burstOver(int thread, long nowNs);
}
