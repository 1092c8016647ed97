package dev.foliot.pool;

import org.jspecify.annotations.Nullable;

/** A task taken from the queue, and the time it was put in. One thread at a time. */
final class QueuedTask {
  /** The time of a task without a stamp; the clock is assumed never to return it. */
  static final long NO_STAMP = 0;

  Runnable task = QueuedTask::nothing;
  long acceptedNs;

  /** The next returned task; used only by the queue. */
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
