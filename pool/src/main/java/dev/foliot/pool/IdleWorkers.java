package dev.foliot.pool;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The workers that have nothing to do, last in, first out: the one that parked last has the warmest
 * caches, and those below it are left alone until their keep-alive has passed.
 *
 * <p>Treiber's stack, with a new node for each park, so a node is never pushed twice and the ABA
 * problem does not arise. [1] Treiber, "Systems Programming: Coping with Parallelism", 1986.
 */
final class IdleWorkers {
  /** One park of one worker. Whoever sets it taken first, a waker or the worker, has it. */
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

    /** Takes it; false if another one had. */
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

  /** Whether no worker is here; false also if those that are have gone by themselves. */
  boolean isEmpty() {
    return top.get() == null;
  }

  /** Takes the worker that came last. */
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

  /** Forgets workers at the top that have gone by themselves. */
  void prune() {
    for (Park seen = top.get(); seen != null && seen.isTaken(); seen = top.get()) {
      top.compareAndSet(seen, seen.below);
    }
  }
}
