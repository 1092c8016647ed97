package dev.foliot.diagnose.scheduler;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Time, and waiting for it. */
interface WatchClock {
  /** Nanoseconds since some moment. */
  long nanos();

  /** Waits for at most {@code nanos}, above 0; an interrupt ends it, and stays set. */
  void await(long nanos);

  /** The system's. */
  static WatchClock of(LongSupplier nanoClock) {
    return new WatchClock() {
      @Override
      public long nanos() {
        return nanoClock.getAsLong();
      }

      @Override
      public void await(long nanos) {
        LockSupport.parkNanos(this, nanos);
      }
    };
  }
}
