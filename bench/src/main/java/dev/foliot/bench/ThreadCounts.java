package dev.foliot.bench;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Counts that any number of threads fill, in an amount of memory that does not grow with them.
 *
 * <p>The first threads to come, two for each CPU, have counts of their own and write them plainly;
 * all others, virtual threads among them, share striped ones, whose additions are atomic. {@link
 * #read} sees all that happened before it; a record that runs at the same time may be missed.
 */
@SuppressWarnings("ReferenceEquality") // a thread is itself, whatever its class says of equality
final class ThreadCounts {
  private static final int OWNERS_PER_CPU = 2;

  private final int owners;
  private final int mask;
  private final Thread[] owner;
  private final AtomicReferenceArray<Counts> own;
  private final AtomicReferenceArray<SharedCounts> shared;

  /** Only grows, under the lock; a stale look without it costs a lock and nothing else. */
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

  /** Takes a place for a thread that has none, or answers -1 when it must share. */
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
