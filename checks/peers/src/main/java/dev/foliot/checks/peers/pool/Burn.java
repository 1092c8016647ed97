package dev.foliot.checks.peers.pool;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * CPU work of a known amount: a chain of dependent steps.
 *
 * <p>The work is a number of steps, not a deadline. A loop until a deadline would do less work when
 * preempted, and make a pool with too many threads look fast. The steps per nanosecond are measured
 * once, by the thread's CPU time, and used for all compared pools; each process reports how long
 * the steps took there.
 */
final class Burn {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long PROBE_STEPS = 5_000_000;
  private static final int PROBES = 20;

  private final double stepsPerNs;

  Burn(double stepsPerNs) {
    this.stepsPerNs = stepsPerNs;
  }

  /** Measures the steps per nanosecond of CPU time; takes some 0.2 s. */
  static double calibrate() {
    return PROBE_STEPS / leastNs(PROBE_STEPS);
  }

  /** Uses {@code ns} nanoseconds of CPU. */
  void burn(long ns) {
    run((long) (ns * stepsPerNs));
  }

  /** Used CPU time divided by requested CPU time: 1 if the calibration holds. */
  double check() {
    return leastNs(PROBE_STEPS) * stepsPerNs / PROBE_STEPS;
  }

  private static double leastNs(long steps) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < PROBES; i++) {
      long before = THREADS.getCurrentThreadCpuTime();
      run(steps);
      least = Math.min(least, THREADS.getCurrentThreadCpuTime() - before);
    }
    return least;
  }

  /** Marsaglia's xorshift, which never becomes zero; the compiler does not know that. */
  private static void run(long steps) {
    long x = 88_172_645_463_325_252L;
    for (long i = 0; i < steps; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    if (x == 0) {
      throw new AssertionError("xorshift came to zero");
    }
  }
}
