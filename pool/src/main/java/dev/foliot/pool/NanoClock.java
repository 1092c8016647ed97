package dev.foliot.pool;

/** The pool's source of time, for reading and for waiting. Thread-safe. */
interface NanoClock {
  /** Nanoseconds on a monotone clock of arbitrary origin. */
  long nanoTime();

  /**
   * Parks the calling thread until unparked, interrupted, or this time has passed; may return
   * early.
   */
  void park(Object blocker, long atMostNs);
}
