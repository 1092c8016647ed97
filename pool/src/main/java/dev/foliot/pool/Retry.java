package dev.foliot.pool;

/**
 * When what has failed may be tried again: at the next look the first time, then ever more rarely,
 * so that a system that has no thread left is not asked for one twenty times a second. Thread-safe.
 */
final class Retry {
  private static final long FIRST_NS = 100_000_000;
  private static final long LAST_NS = 10_000_000_000L;

  private volatile boolean isFailing;
  private long afterNs;
  private long atNs;

  /** It failed; several that fail at once are one failure. */
  synchronized void failed(long nowNs) {
    if (isFailing && nowNs - atNs < 0) {
      return;
    }
    atNs = nowNs + afterNs;
    afterNs = Math.min(LAST_NS, Math.max(FIRST_NS, 2 * afterNs));
    isFailing = true;
  }

  /** It did not fail. */
  void succeeded() {
    if (isFailing) {
      forget();
    }
  }

  private synchronized void forget() {
    afterNs = 0;
    isFailing = false;
  }

  /** Whether it may be tried again. */
  synchronized boolean isDue(long nowNs) {
    return !isFailing || nowNs - atNs >= 0;
  }
}
