package dev.foliot.pool;

import dev.foliot.pool.machine.ThreadCpu;

/**
 * Samples the CPU time of a worker's tasks. It samples few enough to cost under a hundredth of
 * their time, and at most one task in {@link #LEAST_STRIDE}. The gaps are random, or alternating
 * tasks would be sampled unevenly. One thread.
 *
 * <p>A stretch is one long task, or short tasks that together fill {@link #STRETCH_NS}. A single
 * short task is not enough: reading its CPU time costs more than the task. One preempted task would
 * also outweigh thousands of others.
 */
final class CpuSampler {
  private static final int LEAST_STRIDE = 8;
  private static final int GREATEST_STRIDE = 4096;

  /** Two readings cost about 2 us, a two-hundredth of this. */
  private static final long STRIDE_NS = 400_000;

  private static final long STRETCH_NS = 100_000;

  private int untilNext;
  private int random;
  private double meanNs;

  private boolean isOpen;
  private int seen;
  private long beginNs;
  private long beginCpuNs;

  /** Wall time of the last stretch. */
  long wallNs;

  /** CPU time of the last stretch. */
  long cpuNs;

  /**
   * @param number number of the worker; every eighth worker begins with its first task
   */
  CpuSampler(int number) {
    untilNext = 1 + Math.floorMod(number, LEAST_STRIDE);
    random = number * 0x9E3779B9 | 1;
  }

  /** Counts a task whose end will be reported; true if {@link #open} should read the clock. */
  boolean isDue() {
    return !isOpen && --untilNext <= 0 && ThreadCpu.isKnown();
  }

  /** Starts a stretch. */
  void open(NanoClock clock) {
    isOpen = true;
    seen = 0;
    beginCpuNs = ThreadCpu.nowNs();
    beginNs = clock.nanoTime();
  }

  /**
   * Ends a task; true if it closes a stretch with known CPU time.
   *
   * @param isLast whether the worker has no further task
   */
  boolean closes(long nowNs, boolean isLast) {
    if (!isOpen) {
      return false;
    }
    seen++;
    long ns = nowNs - beginNs;
    if (ns < STRETCH_NS && !isLast) {
      return false;
    }
    isOpen = false;
    wallNs = Math.max(0, ns);
    plan((double) wallNs / seen);
    long endCpuNs = ThreadCpu.nowNs();
    if (beginCpuNs < 0 || endCpuNs < 0) {
      return false; // the JVM was asked to stop measuring it
    }
    // half of each reading counts as well
    cpuNs = Math.min(wallNs, endCpuNs - beginCpuNs);
    return true;
  }

  private void plan(double taskNs) {
    meanNs = meanNs == 0 ? taskNs : meanNs + (taskNs - meanNs) / 8;
    double wanted = STRIDE_NS / Math.max(1, meanNs);
    int stride = (int) Math.max(LEAST_STRIDE, Math.min(GREATEST_STRIDE, wanted));
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    untilNext = stride / 2 + Math.floorMod(random, stride + 1);
  }
}
