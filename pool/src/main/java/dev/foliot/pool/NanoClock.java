package dev.foliot.pool;

/** The time by which a pool goes: what it reads and what it waits by. Thread-safe. */
interface NanoClock {
  /** Nanoseconds on a monotone clock of arbitrary origin. */
  long nanoTime();

  /**
   * Parks the calling thread until it is unparked or interrupted, for at most so many nanoseconds;
   * may return early.
   */
  void park(Object blocker, long atMostNs);
}
