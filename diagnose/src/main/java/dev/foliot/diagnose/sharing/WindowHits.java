package dev.foliot.diagnose.sharing;

import dev.foliot.linux.Watchpoints.Window;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What each thread hit in windows of one time, of all words together: it is stopped by each.
 * Immutable.
 *
 * @param byThread for each thread that made a hit how many
 * @param nanos how long the windows were
 */
record WindowHits(Map<Integer, Long> byThread, long nanos) {
  WindowHits {
    byThread = Collections.unmodifiableMap(byThread);
  }

  /** Of windows that were open at the same time, at least one. */
  static WindowHits of(List<Window> windows) {
    Map<Integer, Long> hits = new HashMap<>();
    for (Window window : windows) {
      window.hitsByThread().forEach((tid, count) -> hits.merge(tid, count, Long::sum));
    }
    return new WindowHits(hits, windows.get(0).nanos());
  }

  /** Whether those of one thread took so much of the time. */
  boolean isAnySlowed(double share, double hitNs) {
    return byThread.values().stream().anyMatch(count -> count * hitNs > share * nanos);
  }

  /** Those whose hits take, with the ones of one that wrote, more time than one thread has. */
  Set<Integer> besides(Set<Integer> wrote, double hitNs) {
    long most = 0;
    for (int writer : wrote) {
      most = Math.max(most, byThread.getOrDefault(writer, 0L));
    }
    Set<Integer> besides = new HashSet<>();
    for (Map.Entry<Integer, Long> one : byThread.entrySet()) {
      double took = (one.getValue() + most) * hitNs;
      if (!wrote.contains(one.getKey()) && took >= Overlap.MORE_THAN_ONE * nanos) {
        besides.add(one.getKey());
      }
    }
    return besides;
  }
}
