package dev.foliot.pool;

/**
 * Spaces out retries: at the next look first, then less and less often. A system without free
 * threads is then not asked twenty times a second. Thread-safe.
 */
final class Retry {
  private static final long FIRST_NS = 100_000_000;
  private static final long LAST_NS = 10_000_000_000L;

  private volatile boolean isFailing;
  private long afterNs;
  private long atNs;

  /** Records a failure; simultaneous failures count as one. */
  synchronized void failed(long nowNs) {
    if (isFailing && nowNs - atNs < 0) {
      return;
    }
    atNs = nowNs + afterNs;
    afterNs = Math.min(LAST_NS, Math.max(FIRST_NS, 2 * afterNs));
    isFailing = true;
  }

  /** Records a success. */
  void succeeded() {
    if (isFailing) {
      forget();
    }
  }

  private synchronized void forget() {
    afterNs = 0;
    isFailing = false;
  }

  /** Whether a retry is due. */
  synchronized boolean isDue(long nowNs) {
    return !isFailing || nowNs - atNs >= 0;
  }
}
