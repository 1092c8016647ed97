package dev.foliot.hotspot;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The pools of a JVM at one moment, as far as its threads lead to them. Immutable.
 *
 * @param pools those that can be looked at
 * @param otherQueues of those that cannot: the classes of their queues, and how many have one
 * @param carriers the kernel's ids of the threads that run virtual threads
 * @param unasked how many more there were
 */
public record PoolScan(
    List<FoundPool> pools,
    SortedMap<String, Integer> otherQueues,
    List<Long> carriers,
    int unasked) {
  /** Keeps copies. */
  public PoolScan {
    pools = List.copyOf(pools);
    carriers = List.copyOf(carriers);
    otherQueues = Collections.unmodifiableSortedMap(new TreeMap<>(otherQueues));
  }
}
