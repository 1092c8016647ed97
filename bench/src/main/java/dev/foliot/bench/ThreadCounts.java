package dev.foliot.bench;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Counts filled by any number of threads, in memory that does not grow with them.
 *
 * <p>The first threads, two for each CPU, get counts of their own and write them plainly. All
 * others, including virtual threads, share striped counts with atomic additions. {@link #read}
 * includes every earlier record; it may miss a concurrent one.
 */
@SuppressWarnings("ReferenceEquality") // threads are compared by identity
final class ThreadCounts {
  private static final int OWNERS_PER_CPU = 2;

  private final int owners;
  private final int mask;
  private final Thread[] owner;
  private final AtomicReferenceArray<Counts> own;
  private final AtomicReferenceArray<SharedCounts> shared;

  /** Grows only, under the lock. A stale read without the lock only costs the lock. */
  private int taken;

  ThreadCounts(int cpus) {
    owners = OWNERS_PER_CPU * cpus;
    int places = Integer.highestOneBit(owners * 4);
    mask = places - 1;
    owner = new Thread[places];
    own = new AtomicReferenceArray<>(places);
    shared = new AtomicReferenceArray<>(Integer.highestOneBit(Math.max(1, cpus * 2 - 1)));
  }

  void record(long ns) {
    Thread thread = Thread.currentThread();
    int place = (int) thread.getId() & mask;
    if (owner[place] == thread) {
      own.getPlain(place).record(ns);
    } else {
      recordElsewhere(thread, place, ns);
    }
  }

  private void recordElsewhere(Thread thread, int first, long ns) {
    for (int i = 1; i <= mask; i++) {
      int place = (first + i) & mask;
      if (owner[place] == thread) {
        own.getPlain(place).record(ns);
        return;
      }
      if (owner[place] == null) {
        break;
      }
    }
    int place = taken == owners || VirtualThreads.isVirtual(thread) ? -1 : claim(thread, first);
    if (place >= 0) {
      own.getPlain(place).record(ns);
    } else {
      stripe(thread).record(ns);
    }
  }

  /** Claims a place for a thread; -1 if it must share. */
  private synchronized int claim(Thread thread, int first) {
    if (taken == owners) {
      return -1;
    }
    for (int i = 0; i <= mask; i++) {
      int place = (first + i) & mask;
      if (own.get(place) == null) {
        taken++;
        own.set(place, new Counts());
        owner[place] = thread;
        return place;
      }
    }
    return -1;
  }

  private SharedCounts stripe(Thread thread) {
    long id = thread.getId();
    int stripe = (int) (id ^ (id >>> 16)) & (shared.length() - 1);
    SharedCounts counts = shared.get(stripe);
    if (counts == null) {
      counts = new SharedCounts();
      if (!shared.compareAndSet(stripe, null, counts)) {
        counts = shared.get(stripe);
      }
    }
    return counts;
  }

  /** All counts so far. */
  synchronized Durations read() {
    Durations.Builder total = new Durations.Builder();
    for (int i = 0; i < own.length(); i++) {
      Counts counts = own.get(i);
      if (counts != null) {
        counts.addTo(total);
      }
    }
    for (int i = 0; i < shared.length(); i++) {
      SharedCounts counts = shared.get(i);
      if (counts != null) {
        counts.addTo(total);
      }
    }
    return total.build();
  }
}
