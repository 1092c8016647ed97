package dev.foliot.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that wait, first in, first out; bounded and closable. Any number of threads.
 *
 * <p>One word holds how many wait and whether the queue is closed. A task reserves its place there
 * before it is put into the list, so the bound is exact, and closing is one moment before or after
 * each offer: what was reserved before will be in the list, what comes after is refused.
 */
final class TaskQueue {
  private static final long CLOSED = 1L << 62;

  /** What became of an offer. */
  enum Offer {
    ACCEPTED,
    FULL,
    CLOSED
  }

  private final int bound;
  private final ConcurrentLinkedQueue<QueuedTask> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicLong waiting = new AtomicLong();
  private volatile long least;

  /**
   * @param bound how many may wait
   */
  TaskQueue(int bound) {
    this.bound = bound;
  }

  Offer offer(QueuedTask task) {
    if (!reserve()) {
      return isClosed() ? Offer.CLOSED : Offer.FULL;
    }
    boolean isIn = false;
    try {
      isIn = tasks.add(task);
    } finally {
      if (!isIn) {
        waiting.getAndDecrement(); // no memory for it
      }
    }
    return Offer.ACCEPTED;
  }

  private boolean reserve() {
    for (; ; ) {
      long seen = waiting.get();
      if (seen >= bound) { // the mark of a closed queue is above every bound
        return false;
      }
      if (waiting.weakCompareAndSetVolatile(seen, seen + 1)) {
        return true;
      }
    }
  }

  /** Takes the first task. */
  @Nullable QueuedTask poll() {
    QueuedTask task = tasks.poll();
    if (task == null) {
      return null;
    }
    long left = (waiting.getAndDecrement() & ~CLOSED) - 1;
    if (left < least) {
      least = left;
    }
    return task;
  }

  /** Takes back a task that was polled and could not be begun, at the end, whatever the bound. */
  void putBack(QueuedTask task) {
    waiting.getAndIncrement();
    tasks.add(task);
  }

  /** Whether there is nothing to poll. */
  boolean isEmpty() {
    return tasks.isEmpty();
  }

  /** How many wait, those included that are just being put in. */
  int size() {
    return (int) (waiting.get() & ~CLOSED);
  }

  /** A worker found nothing to do. */
  void foundEmpty() {
    if (least != 0) {
      least = 0;
    }
  }

  /** The fewest that waited at any moment since the last call. */
  int leastSinceLast() {
    long now = size();
    long seen = Math.min(least, now);
    least = now;
    return (int) seen;
  }

  /** How long the first of them has waited, 0 if none does. */
  long oldestWaitNs(long nowNs) {
    QueuedTask first = tasks.peek();
    return first == null ? 0 : Math.max(0, nowNs - first.acceptedNs());
  }

  /** Refuses all later offers. */
  void close() {
    waiting.getAndUpdate(seen -> seen | CLOSED);
  }

  boolean isClosed() {
    return waiting.get() >= CLOSED;
  }

  /** Whether it is closed and nothing is in it or will come. */
  boolean isOver() {
    return waiting.get() == CLOSED;
  }

  /** Takes all that is left out of a closed queue, and waits for those that are being put in. */
  @SuppressWarnings("ThreadPriorityCheck") // lets the one that is putting a task in go on
  List<Runnable> drain() {
    List<Runnable> left = new ArrayList<>();
    while (!isOver()) {
      QueuedTask task = poll();
      if (task != null) {
        left.add(task.task());
      } else {
        Thread.yield();
      }
    }
    return left;
  }
}
