package dev.foliot.diagnose.sharing;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * What watching may cost the watched. Each hit of a watchpoint stops the thread that made it for
 * some microseconds; no thread may lose more than a fiftieth of its time so far, whenever the
 * examination ends.
 */
final class Budget {
  /** The most that any one thread may lose, of the time that has passed. */
  static final double SHARE = 0.02;

  private static final long SHORTEST_NS = 1_000_000;

  private final double hitNs;
  private final Map<Integer, Long> hits = new HashMap<>();
  private long total;
  private long refusals;

  /** A budget where one hit costs {@code hitNs} nanoseconds. */
  Budget(double hitNs) {
    this.hitNs = hitNs;
  }

  /**
   * How long these threads may be watched now, at most {@code wantedNs}; 0 when not even for a
   * millisecond. Of a window, a thread cannot lose more than all.
   *
   * @param maxHits after which a thread is no longer stopped, of all words together
   * @param elapsedNs since the examination began
   */
  long windowNs(Collection<Integer> tids, long wantedNs, long maxHits, long elapsedNs) {
    double left = SHARE * elapsedNs - mostHits(tids) * hitNs;
    if (maxHits * hitNs <= left) {
      return wantedNs;
    }
    if (left < SHORTEST_NS) {
      refusals++;
      return 0;
    }
    return Math.min(wantedNs, (long) left);
  }

  /**
   * After how many hits at each of the words a thread is to be let go, at most {@code most}: a
   * window may last longer than was asked for, where this process loses its CPU.
   */
  int hitsPerWord(Collection<Integer> tids, int words, int most, long elapsedNs) {
    double left = (SHARE * elapsedNs - mostHits(tids) * hitNs) / hitNs / words;
    return (int) Math.max(1, Math.min(most, left));
  }

  private long mostHits(Collection<Integer> tids) {
    long most = 0;
    for (int tid : tids) {
      most = Math.max(most, hits.getOrDefault(tid, 0L));
    }
    return most;
  }

  /** A thread made this many hits. */
  void spent(int tid, long count) {
    hits.merge(tid, count, Long::sum);
    total += count;
  }

  /** All hits of all threads. */
  long hits() {
    return total;
  }

  double hitNs() {
    return hitNs;
  }

  /** How many windows were not opened. */
  long refusals() {
    return refusals;
  }

  /** The share of the time that the thread lost that lost most. */
  double worstShare(long elapsedNs) {
    long most = 0;
    for (long count : hits.values()) {
      most = Math.max(most, count);
    }
    return elapsedNs <= 0 ? 0 : most * hitNs / elapsedNs;
  }
}
