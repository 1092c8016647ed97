package dev.foliot.watch;

import java.util.concurrent.locks.LockSupport;

/** The clocks of this machine. Safe for any thread. */
public final class SystemClock implements WatchRun.Clock {
  private static final long NS_PER_MS = 1_000_000;

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public long epochNs() {
    return System.currentTimeMillis() * NS_PER_MS;
  }

  @Override
  public void await(long ns) {
    LockSupport.parkNanos(this, ns);
  }
}
