package dev.foliot.diagnose.hotspot;

import java.util.List;
import java.util.Set;

/**
 * A pool of threads, as it was found by them. Immutable, but for what looks at its queues.
 *
 * @param kind what it is
 * @param handles of its threads: the addresses at which HotSpot keeps the references to them, which
 *     no two threads that live at the same time have in common
 * @param tids the kernel's ids of its threads
 * @param queues looks at it
 */
public record FoundPool(PoolKind kind, Set<Long> handles, List<Long> tids, PoolQueues queues) {
  /** Keeps copies. */
  public FoundPool {
    handles = Set.copyOf(handles);
    tids = List.copyOf(tids);
  }
}
