package dev.foliot.diagnose.scheduler;

import dev.foliot.hotspot.pool.ThreadPool;

/**
 * A pool of threads, and when one of them slept while work was queued. Immutable.
 *
 * @param kind what it is
 * @param name what its threads are called together, as {@code workers of http-nio-*}
 * @param spells what was seen of it
 */
record Parked(ThreadPool.Kind kind, String name, ParkedSpells.Seen spells) {
  static final String CARRIERS = "carriers of virtual threads";

  /** The pool that runs virtual threads. */
  static Parked ofCarriers(ParkedSpells.Seen spells) {
    return new Parked(ThreadPool.Kind.CARRIERS, CARRIERS, spells);
  }

  /** What one of its threads is called. */
  String thread() {
    return kind == ThreadPool.Kind.CARRIERS ? "carrier" : "worker";
  }

  /** What waits in its queues. */
  String work() {
    return kind == ThreadPool.Kind.CARRIERS ? "virtual thread" : "task";
  }
}
