package dev.foliot.pool;

import org.jspecify.annotations.Nullable;

/** A task that was taken out of the queue, and when it was put in. One thread at a time. */
final class QueuedTask {
  /** The time of a task that was not stamped; the clock is taken not to hit it. */
  static final long NO_STAMP = 0;

  /** In place of a task that was not taken yet. */
  static final Runnable NONE = QueuedTask::nothing;

  Runnable task = NONE;
  long acceptedNs;

  /** The next of those that were put back; of the queue alone. */
  @Nullable QueuedTask below;

  /** Lets the task be collected. */
  void forget() {
    task = NONE;
  }

  /** Whether a task was taken into it. */
  @SuppressWarnings("ReferenceEquality") // it is a mark, whatever its class says of equality
  boolean isTaken() {
    return task != NONE;
  }

  boolean isStamped() {
    return acceptedNs != NO_STAMP;
  }

  private static void nothing() {}
}
