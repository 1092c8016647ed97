package dev.foliot.diagnose.clock;

import java.util.concurrent.locks.LockSupport;

/** Reads the time and waits. */
public interface NanoClock {
  /** The system's clock, the only user of {@link System#nanoTime()} in this module. */
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
