package dev.foliot.pool;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A clock that moves only on demand, and wakes the threads that wait for a passed time. */
final class FakePoolClock implements NanoClock {
  static final long SECOND_NS = 1_000_000_000;

  private final AtomicLong nowNs = new AtomicLong(1);
  private final Map<Thread, Long> parked = new ConcurrentHashMap<>();
  private final AtomicLong parks = new AtomicLong();

  @Override
  public long nanoTime() {
    return nowNs.get();
  }

  @Override
  public void park(Object blocker, long atMostNs) {
    Thread thread = Thread.currentThread();
    long untilNs = nanoTime() + atMostNs;
    parks.incrementAndGet();
    parked.put(thread, untilNs);
    if (nanoTime() < untilNs) {
      LockSupport.park(blocker);
    }
    parked.remove(thread);
  }

  /** How often anyone has parked. */
  long parks() {
    return parks.get();
  }

  /** How many threads are parked. */
  int parked() {
    return parked.size();
  }

  void advance(long ns) {
    long now = nowNs.addAndGet(ns);
    parked.forEach((thread, untilNs) -> {
      if (untilNs <= now) {
        LockSupport.unpark(thread);
      }
    });
  }
}
