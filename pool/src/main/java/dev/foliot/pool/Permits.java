package dev.foliot.pool;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many tasks run at once, and how many have ended: one word, because the end of a task changes
 * both, and each word that all CPUs write costs a short task as much as its thread. Thread-safe.
 */
final class Permits {
  /** The greatest number of permits. */
  static final int MOST = (1 << 24) - 1;

  private static final long END = MOST;
  private static final long ENDED_MASK = -1L >>> 24;

  /** Above, the ended ones modulo 2^40; below, those that run. */
  private final PaddedLong word = new PaddedLong();

  private final AtomicInteger most = new AtomicInteger();
  private long endedSeen;
  private long ended;
  private long begun;

  /** Takes a permit if fewer than so many are taken. */
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

  /** Gives a permit back that was not used. */
  void giveBack() {
    word.getAndDecrement();
  }

  /** A task ended: its permit is given back. */
  void end() {
    word.getAndAdd(END);
  }

  /** A task ended, and its permit is kept for another one. */
  void next() {
    word.getAndAdd(END + 1);
  }

  int running() {
    return (int) (word.get() & MOST);
  }

  /** The most that ran at once since the last call. */
  int mostSinceLast() {
    int now = running();
    return Math.max(now, most.getAndSet(now));
  }

  /** How many ended; to be called at least once in 2^40 tasks. */
  synchronized long ended() {
    long now = word.get() >>> 24;
    ended += (now - endedSeen) & ENDED_MASK;
    endedSeen = now;
    return ended;
  }

  /** Whether more were begun, or are just about to be, than so many. */
  boolean isAnyBegunBeyond(long entered) {
    long seen = word.get();
    long beyond = (seen >>> 24) + (seen & MOST) - entered;
    return (beyond & ENDED_MASK) != 0;
  }

  /** How many were begun or are just about to be; never less than before. */
  synchronized long begun() {
    long now = word.get();
    long more = ((now >>> 24) - endedSeen) & ENDED_MASK;
    begun = Math.max(begun, ended + more + (now & MOST));
    return begun;
  }
}
