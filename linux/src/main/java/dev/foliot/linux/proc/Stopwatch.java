package dev.foliot.linux.proc;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The time since it was made: the one place in this package that asks the clock, and that sleeps.
 * For one thread.
 */
public final class Stopwatch {
  private final long startNs = System.nanoTime();

  public long elapsedNs() {
    return System.nanoTime() - startNs;
  }

  /**
   * Sleeps until {@code deadlineNs} after the start, or until {@code ends} says so, which is asked
   * every {@code sliceNs} or more often. An interrupt ends it at once, and stays set.
   */
  public void sleepUntil(long deadlineNs, long sliceNs, BooleanSupplier ends) {
    long leftNs = deadlineNs - elapsedNs();
    while (leftNs > 0 && !ends.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(this, Math.min(leftNs, sliceNs));
      leftNs = deadlineNs - elapsedNs();
    }
  }
}
