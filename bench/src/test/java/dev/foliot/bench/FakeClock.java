package dev.foliot.bench;

/**
 * A clock that moves only on demand, and skips the times when the process stands still. One thread.
 */
final class FakeClock implements NanoClock {
  private final Freezes freezes;
  private long nowNs;
  private int nextFreeze;

  FakeClock() {
    this(Freezes.NONE);
  }

  FakeClock(Freezes freezes) {
    this.freezes = freezes;
  }

  @Override
  public long nanoTime() {
    return nowNs;
  }

  /** Works for this time; standstills do not count. */
  void work(long ns) {
    long leftNs = ns;
    while (isFrozenBy(nowNs + leftNs)) {
      leftNs -= freezes.fromNs(nextFreeze) - nowNs;
      thaw();
    }
    nowNs += leftNs;
  }

  /** Sleeps until a time, which comes even while the process stands still. */
  void sleepUntil(long timeNs) {
    while (isFrozenBy(timeNs)) {
      thaw();
    }
    nowNs = Math.max(nowNs, timeNs);
  }

  private boolean isFrozenBy(long timeNs) {
    return nextFreeze < freezes.count() && freezes.fromNs(nextFreeze) <= timeNs;
  }

  private void thaw() {
    nowNs = freezes.toNs(nextFreeze);
    nextFreeze++;
  }
}
