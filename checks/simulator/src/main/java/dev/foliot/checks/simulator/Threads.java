package dev.foliot.checks.simulator;

/** The cores' view of their threads. */
abstract class Threads {
  /** By thread: the rest of its current CPU time. */
  long[] burstNs = new long[256];

  /** By thread: its last core, -1 for none. */
  int[] lastCore = new int[256];

  /**
   * Called when the thread has completed its CPU time.
   *
   * @return whether it now wants the CPU for something else
   */
  abstract boolean burstOver(int thread, long nowNs);
}
