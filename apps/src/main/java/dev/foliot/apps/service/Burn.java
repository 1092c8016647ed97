package dev.foliot.apps.service;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * CPU work of a known amount: a chain of steps, each dependent on the previous one.
 *
 * <p>The amount is a number of steps, not a deadline. A loop until a time on the clock would work
 * less when it is preempted more. A strategy with too many threads would then look fast. The number
 * of steps in a nanosecond is measured once, by the thread's CPU time. Pass it to all compared
 * processes ({@code --steps-per-ns}).
 *
 * <p>Immutable.
 */
public final class Burn {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long PROBE_STEPS = 5_000_000;
  private static final int PROBES = 20;

  private final double stepsPerNs;

  /**
   * @param stepsPerNs how many steps take a nanosecond of CPU, above 0
   */
  public Burn(double stepsPerNs) {
    this.stepsPerNs = stepsPerNs;
  }

  /**
   * Measures the steps in a nanosecond of CPU time here; takes about 0.2 s on a platform thread.
   */
  public static Burn calibrated() {
    long leastNs = Long.MAX_VALUE;
    for (int i = 0; i < PROBES; i++) {
      long beforeNs = THREADS.getCurrentThreadCpuTime();
      run(PROBE_STEPS);
      leastNs = Math.min(leastNs, THREADS.getCurrentThreadCpuTime() - beforeNs);
    }
    return new Burn((double) PROBE_STEPS / Math.max(1, leastNs));
  }

  /** How many steps are taken for a nanosecond. */
  public double stepsPerNs() {
    return stepsPerNs;
  }

  /** Uses so much CPU. */
  public void burn(long ns) {
    run((long) (ns * stepsPerNs));
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
      throw new IllegalStateException("xorshift came to zero");
    }
  }
}
