package dev.foliot.pool;

/**
 * Says of which tasks a worker takes the CPU time: of so few that it costs about a hundredth of the
 * time in tasks, and of one in {@link #LEAST_STRIDE} at most. The gaps are random, so that tasks
 * that come in turns are all seen. One thread.
 */
final class CpuSampler {
  private static final int LEAST_STRIDE = 8;
  private static final int GREATEST_STRIDE = 4096;

  /** Two readings cost about 2 us, a hundredth of this. */
  private static final long STRIDE_NS = 200_000;

  private final boolean isOn;
  private int untilNext;
  private int random;
  private double meanNs;

  /**
   * @param number the worker's; every eighth of them begins with its first task
   * @param isOn whether there is a CPU time to take
   */
  CpuSampler(int number, boolean isOn) {
    this.isOn = isOn;
    untilNext = 1 + Math.floorMod(number, LEAST_STRIDE);
    random = number * 0x9E3779B9 | 1;
  }

  /** Whether the next task is to be sampled. */
  boolean isDue() {
    return isOn && --untilNext <= 0;
  }

  /** A sampled task has taken so long. */
  void sampled(long wallNs) {
    meanNs = meanNs == 0 ? wallNs : meanNs + (wallNs - meanNs) / 8;
    double wanted = STRIDE_NS / Math.max(1, meanNs);
    int stride = (int) Math.max(LEAST_STRIDE, Math.min(GREATEST_STRIDE, wanted));
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    untilNext = stride / 2 + Math.floorMod(random, stride + 1);
  }
}
