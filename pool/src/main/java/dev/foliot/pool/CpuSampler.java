package dev.foliot.pool;

/**
 * Takes the CPU time of stretches of a worker's time in tasks: of so few that it costs less than a
 * hundredth of it, and of one task in {@link #LEAST_STRIDE} at most. The gaps are random, so that
 * tasks that come in turns are all seen. One thread.
 *
 * <p>A stretch is one long task or as many short ones as fill {@link #STRETCH_NS}. A single short
 * task would say nothing: its CPU time is less than it costs to read it, and one that was preempted
 * would outweigh thousands that were not.
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

  /** Of the last stretch. */
  long wallNs;

  /** Of the last stretch. */
  long cpuNs;

  /**
   * @param number the worker's; every eighth of them begins with its first task
   */
  CpuSampler(int number) {
    untilNext = 1 + Math.floorMod(number, LEAST_STRIDE);
    random = number * 0x9E3779B9 | 1;
  }

  /** A task begins whose end will be told; whether the clock is to be read for {@link #open}. */
  boolean isDue() {
    return !isOpen && --untilNext <= 0 && ThreadCpu.isKnown();
  }

  /** A stretch begins now. */
  void open(NanoClock clock) {
    isOpen = true;
    seen = 0;
    beginCpuNs = ThreadCpu.nowNs();
    beginNs = clock.nanoTime();
  }

  /**
   * A task ends; whether a stretch ends with it whose CPU time is known.
   *
   * @param isLast whether the worker has no other one
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
      return false; // the JVM was told not to measure it any more
    }
    // half of each reading is counted as well
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
