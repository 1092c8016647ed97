package dev.foliot.hotspot;

import java.util.List;

/**
 * A pool of threads, as it was found by them. Immutable, but for what looks at its queues.
 *
 * @param kind what it is
 * @param tids the kernel's ids of its threads
 * @param queues looks at it
 */
public record FoundPool(PoolKind kind, List<Long> tids, PoolQueues queues) {
  /** Keeps a copy. */
  public FoundPool {
    tids = List.copyOf(tids);
  }
}
