package dev.foliot.pool;

import org.jspecify.annotations.Nullable;

/** A task that was taken out of the queue, and when it was put in. One thread at a time. */
final class QueuedTask {
  /** The time of a task that was not stamped; the clock is taken not to hit it. */
  static final long NO_STAMP = 0;

  Runnable task = QueuedTask::nothing;
  long acceptedNs;

  /** The next of those that were put back; of the queue alone. */
  @Nullable QueuedTask below;

  /** Lets the task be collected. */
  void forget() {
    task = QueuedTask::nothing;
  }

  boolean isStamped() {
    return acceptedNs != NO_STAMP;
  }

  private static void nothing() {}
}
