package dev.foliot.pool;

import java.util.concurrent.locks.LockSupport;

/** The JVM's clock; the one place that reads {@link System#nanoTime()}. */
final class SystemNanoClock implements NanoClock {
  static final SystemNanoClock INSTANCE = new SystemNanoClock();

  private SystemNanoClock() {}

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void park(Object blocker, long atMostNs) {
    LockSupport.parkNanos(blocker, atMostNs);
  }
}
