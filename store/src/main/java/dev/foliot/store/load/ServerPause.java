package dev.foliot.store.load;

import java.util.Objects;

/**
 * A time in which a server did not run, as files of older versions have it.
 *
 * @param kind why it did not run
 * @param fromNs the earliest possible start, in nanoseconds; negative before the measured load
 * @param toNs the latest possible end
 * @param lengthNs how long it stood still within these bounds
 */
public record ServerPause(Kind kind, long fromNs, long toNs, long lengthNs) {
  /** Why a server does not run. */
  public enum Kind {
    /** Its JVM stopped all threads and collected garbage. */
    GC,
    /** Its JVM stopped all threads for something else. */
    SAFEPOINT,
    /** Its control group had used up its CPU time. */
    THROTTLED
  }

  /** Checks that nothing is missing. */
  public ServerPause {
    Objects.requireNonNull(kind, "kind");
  }
}
