package dev.foliot.diagnose.scheduler;

import dev.foliot.hotspot.PoolKind;

/**
 * A pool of threads, and when one of them slept while work was queued. Immutable.
 *
 * @param kind what it is
 * @param name what its threads are called together, as {@code workers of http-nio-*}
 * @param spells what was seen of it
 */
record Parked(PoolKind kind, String name, ParkedSpells.Seen spells) {
  static final String CARRIERS = "carriers of virtual threads";

  /** The pool that runs virtual threads. */
  static Parked ofCarriers(ParkedSpells.Seen spells) {
    return new Parked(PoolKind.CARRIERS, CARRIERS, spells);
  }

  /** What one of its threads is called. */
  String thread() {
    return kind == PoolKind.CARRIERS ? "carrier" : "worker";
  }

  /** What waits in its queues. */
  String work() {
    return kind == PoolKind.CARRIERS ? "virtual thread" : "task";
  }
}
