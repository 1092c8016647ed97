package dev.foliot.pool;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts running and ended tasks in one word. The end of a task changes both, and each word written
 * by all CPUs costs a short task as much as its thread. Thread-safe.
 */
final class Permits {
  /** The greatest number of permits. */
  static final int MOST = (1 << 24) - 1;

  private static final long END = MOST;
  private static final long ENDED_MASK = -1L >>> 24;

  /** The upper bits hold ended tasks modulo 2^40, the lower bits running ones. */
  private final PaddedLong word = new PaddedLong();

  private final AtomicInteger most = new AtomicInteger();
  private long endedSeen;
  private long ended;
  private long begun;

  /** Takes a permit if fewer than this many are taken. */
  boolean acquire(int size) {
    long seen;
    do {
      seen = word.get();
      if ((seen & MOST) >= Math.min(size, MOST)) {
        return false;
      }
    } while (!word.compareAndSet(seen, seen + 1));
    int now = (int) (seen & MOST) + 1;
    if (now > most.get()) {
      most.accumulateAndGet(now, Math::max);
    }
    return true;
  }

  /** Returns an unused permit. */
  void giveBack() {
    word.getAndDecrement();
  }

  /** Ends a task and returns its permit. */
  void end() {
    word.getAndAdd(END);
  }

  /** Ends a task and keeps its permit for another one. */
  void next() {
    word.getAndAdd(END + 1);
  }

  int running() {
    return (int) (word.get() & MOST);
  }

  /** The maximum number of running tasks since the last call. */
  int mostSinceLast() {
    int now = running();
    return Math.max(now, most.getAndSet(now));
  }

  /** Number of ended tasks; call it at least once in 2^40 tasks. */
  synchronized long ended() {
    long now = word.get() >>> 24;
    ended += (now - endedSeen) & ENDED_MASK;
    endedSeen = now;
    return ended;
  }

  /** Whether more tasks began, or are about to, than this number. */
  boolean isAnyBegunBeyond(long entered) {
    return begunBeyond(entered) != 0;
  }

  /** How many more tasks began, or are about to, than this number. */
  long begunBeyond(long entered) {
    long seen = word.get();
    return ((seen >>> 24) + (seen & MOST) - entered) & ENDED_MASK;
  }

  /** Number of tasks that began or are about to; never decreases. */
  synchronized long begun() {
    long now = word.get();
    long more = ((now >>> 24) - endedSeen) & ENDED_MASK;
    begun = Math.max(begun, ended + more + (now & MOST));
    return begun;
  }
}
