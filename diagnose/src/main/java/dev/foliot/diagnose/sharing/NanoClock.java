package dev.foliot.diagnose.sharing;

/** Time, and waiting for it. */
interface NanoClock {
  /** Nanoseconds since some moment. */
  long nanos();

  /** Waits for {@code nanos}, from 0. */
  void sleep(long nanos) throws InterruptedException;
}
