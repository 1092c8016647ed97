package dev.foliot.diagnose.clock;

import java.util.concurrent.locks.LockSupport;

/** Time, and waiting for it. */
public interface NanoClock {
  /** The system's clock; the one place of this module that reads {@link System#nanoTime()}. */
  NanoClock SYSTEM =
      new NanoClock() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
          Thread.sleep(nanos / NANOS_PER_MILLI, (int) (nanos % NANOS_PER_MILLI));
        }

        @Override
        public void await(long nanos) {
          LockSupport.parkNanos(this, nanos);
        }
      };

  /** Nanoseconds in a millisecond. */
  int NANOS_PER_MILLI = 1_000_000;

  /** Nanoseconds since some moment. */
  long nanos();

  /** Waits for {@code nanos}, from 0. */
  void sleep(long nanos) throws InterruptedException;

  /** Waits for at most {@code nanos}, above 0; an interrupt ends it, and stays set. */
  void await(long nanos);
}
