package dev.foliot.apps.service;

/** A monotone clock in nanoseconds with an arbitrary origin. Thread-safe. */
@FunctionalInterface
public interface NanoClock {
  /** The time now. */
  long nanoTime();

  /** The JVM's own. */
  static NanoClock system() {
    return SystemNanoClock.INSTANCE;
  }
}
