package dev.foliot.pool;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * The threads that run tasks now, for a thread per task.
 *
 * <p>A concurrent set makes an object for each thread and counts its size in words that all CPUs
 * write. Here a thread takes a slot by one atomic step and leaves it by one store. A thread that
 * finds the slots near its own taken goes into a set. Thread-safe; a concurrent change may be
 * missed by {@link #forEach}.
 */
final class LiveThreads {
  /** The slot of a thread that is in the set. */
  static final int NONE = -1;

  private static final int SLOTS = 1 << 12;
  private static final int TRIES = 4;
  private static final int GOLDEN = 0x9E3779B9;
  private static final int SHIFT = 20;

  /** Neighbouring numbers are threads of the same moment, so they go to slots far apart. */
  private final AtomicReferenceArray<Thread> slots = new AtomicReferenceArray<>(SLOTS);

  private final Set<Thread> others = ConcurrentHashMap.newKeySet();

  /** Adds a thread; returns what {@link #remove} needs. */
  int add(Thread thread) {
    int home = home(thread);
    for (int i = 0; i < TRIES; i++) {
      int slot = (home + i) & (SLOTS - 1);
      if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, thread)) {
        return slot;
      }
    }
    others.add(thread);
    return NONE;
  }

  /** Removes a thread; without effect if it was removed. */
  void remove(Thread thread, int slot) {
    if (slot == NONE) {
      others.remove(thread);
    } else if (thread.equals(slots.getOpaque(slot))) {
      slots.setRelease(slot, null);
    }
  }

  boolean contains(Thread thread) {
    int home = home(thread);
    for (int i = 0; i < TRIES; i++) {
      if (thread.equals(slots.get((home + i) & (SLOTS - 1)))) {
        return true;
      }
    }
    return others.contains(thread);
  }

  void forEach(Consumer<Thread> action) {
    for (int i = 0; i < SLOTS; i++) {
      Thread thread = slots.get(i);
      if (thread != null) {
        action.accept(thread);
      }
    }
    others.forEach(action);
  }

  private static int home(Thread thread) {
    return ((int) thread.getId() * GOLDEN) >>> SHIFT;
  }
}
