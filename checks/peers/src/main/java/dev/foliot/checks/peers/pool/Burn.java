package dev.foliot.checks.peers.pool;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * CPU work of a known amount: a chain of steps each of which needs the one before.
 *
 * <p>It is a count of steps and not a deadline. A loop until a time on the clock would do less work
 * the more often it is preempted, and so would make a pool with too many threads look fast. The
 * steps of a nanosecond are found once, by the thread's CPU time, and handed to all that are
 * compared; each process says how long they took there.
 */
final class Burn {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long PROBE_STEPS = 5_000_000;
  private static final int PROBES = 20;

  private final double stepsPerNs;

  Burn(double stepsPerNs) {
    this.stepsPerNs = stepsPerNs;
  }

  /** Finds how many steps a nanosecond of CPU time takes; some 0.2 s. */
  static double calibrate() {
    return PROBE_STEPS / leastNs(PROBE_STEPS);
  }

  /** Uses so much CPU. */
  void burn(long ns) {
    run((long) (ns * stepsPerNs));
  }

  /** CPU time that was used over CPU time that was asked for: 1 where the calibration holds. */
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

  /** Marsaglia's xorshift, which never comes to zero; the compiler does not know that. */
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
