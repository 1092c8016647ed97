package dev.foliot.bench;

/**
 * A clock in nanoseconds with an arbitrary origin.
 *
 * <p>Implementations must be monotonic and safe for use by any number of threads.
 */
@FunctionalInterface
public interface NanoClock {
  /** The current reading, in nanoseconds since the clock's origin. */
  long nanoTime();

  /** The JVM's own clock, {@link System#nanoTime()}. */
  static NanoClock system() {
    return SystemNanoClock.INSTANCE;
  }
}
