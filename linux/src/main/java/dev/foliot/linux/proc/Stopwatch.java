package dev.foliot.linux.proc;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Measures the time since its creation; the only place in this package with clock and sleep. For
 * one thread.
 */
public final class Stopwatch {
  private final long startNs = System.nanoTime();

  public long elapsedNs() {
    return System.nanoTime() - startNs;
  }

  /**
   * Sleeps until {@code deadlineNs} after the start, or until {@code ends} is true. It checks at
   * least every {@code sliceNs}. An interrupt ends the sleep at once, and stays set.
   */
  public void sleepUntil(long deadlineNs, long sliceNs, BooleanSupplier ends) {
    long leftNs = deadlineNs - elapsedNs();
    while (leftNs > 0 && !ends.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(this, Math.min(leftNs, sliceNs));
      leftNs = deadlineNs - elapsedNs();
    }
  }
}
