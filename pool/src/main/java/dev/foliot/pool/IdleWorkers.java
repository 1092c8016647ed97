package dev.foliot.pool;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A stack of idle workers. The last one to park has the warmest caches. Workers below it rest until
 * their keep-alive ends.
 *
 * <p>Treiber's stack with a new node for each park. A node is never pushed twice, and the ABA
 * problem does not arise. [1] Treiber, "Systems Programming: Coping with Parallelism", 1986.
 */
final class IdleWorkers {
  /** One park of one worker. The waker or worker that first sets taken owns it. */
  static final class Park {
    final Thread thread;
    private final AtomicBoolean isTaken = new AtomicBoolean();
    private @Nullable Park below;

    Park(Thread thread) {
      this.thread = thread;
    }

    boolean isTaken() {
      return isTaken.get();
    }

    /** Takes it; false if another thread took it first. */
    boolean take() {
      return isTaken.compareAndSet(false, true);
    }
  }

  private final AtomicReference<@Nullable Park> top = new AtomicReference<>();

  void push(Park park) {
    Park seen;
    do {
      seen = top.get();
      park.below = seen;
    } while (!top.compareAndSet(seen, park));
  }

  /** Whether no worker is here; may be false although all have left on their own. */
  boolean isEmpty() {
    return top.get() == null;
  }

  /** Takes the worker that parked last. */
  @Nullable Park pop() {
    for (; ; ) {
      Park seen = top.get();
      if (seen == null) {
        return null;
      }
      if (top.compareAndSet(seen, seen.below) && seen.take()) {
        return seen;
      }
    }
  }

  /** Drops workers at the top that left on their own. */
  void prune() {
    for (Park seen = top.get(); seen != null && seen.isTaken(); seen = top.get()) {
      top.compareAndSet(seen, seen.below);
    }
  }
}
