package dev.foliot.diagnose.sharing;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * What watching may cost the watched. Each hit of a watchpoint stops the thread that made it for
 * some microseconds; no thread may lose more than a fiftieth of its time so far, whenever the
 * examination ends.
 */
final class WatchBudget {
  /** The most that any one thread may lose, of the time that has passed. */
  static final double SHARE = 0.02;

  private static final long SHORTEST_NS = 1_000_000;

  private final double hitNs;
  private final double sampledHitNs;
  private final Map<Integer, Double> lostNs = new HashMap<>();
  private double leastHitNs;
  private long total;
  private double totalNs;
  private long refusals;

  /** A budget where any hit costs {@code hitNs} nanoseconds. */
  WatchBudget(double hitNs) {
    this(hitNs, hitNs);
  }

  /**
   * A budget where a hit costs the more, the more the kernel writes down of it; in nanoseconds.
   *
   * @param hitNs where it is counted
   * @param sampledHitNs where it is sampled
   */
  WatchBudget(double hitNs, double sampledHitNs) {
    this.hitNs = hitNs;
    this.leastHitNs = hitNs;
    this.sampledHitNs = sampledHitNs;
  }

  /**
   * How long these threads may be watched now, at most {@code wantedNs}; 0 when not even for a
   * millisecond. Of a window, a thread cannot lose more than all.
   *
   * @param maxHits after which a thread is no longer stopped, of all words together
   * @param elapsedNs since the examination began
   */
  long windowNs(Collection<Integer> tids, long wantedNs, long maxHits, long elapsedNs) {
    return openNs(tids, wantedNs, maxHits * hitNs, elapsedNs);
  }

  /** The same where hits are sampled. */
  long samplingNs(Collection<Integer> tids, long wantedNs, long maxHits, long elapsedNs) {
    return openNs(tids, wantedNs, maxHits * sampledHitNs, elapsedNs);
  }

  private long openNs(Collection<Integer> tids, long wantedNs, double mostNs, long elapsedNs) {
    double left = SHARE * elapsedNs - mostLostNs(tids);
    if (mostNs <= left) {
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
    return hits(tids, words * hitNs, most, elapsedNs);
  }

  /** The same of one word where hits are sampled. */
  int sampledHits(Collection<Integer> tids, int most, long elapsedNs) {
    return hits(tids, sampledHitNs, most, elapsedNs);
  }

  private int hits(Collection<Integer> tids, double costNs, int most, long elapsedNs) {
    double left = (SHARE * elapsedNs - mostLostNs(tids)) / costNs;
    return (int) Math.max(1, Math.min(most, left));
  }

  private double mostLostNs(Collection<Integer> tids) {
    double most = 0;
    for (int tid : tids) {
      most = Math.max(most, lostNs.getOrDefault(tid, 0.0));
    }
    return most;
  }

  /** A thread made this many hits that were counted. */
  void spent(int tid, long count) {
    charge(tid, count, count * hitNs);
  }

  /** A thread made this many hits that were sampled. */
  void spentOnSamples(int tid, long count) {
    charge(tid, count, count * sampledHitNs);
  }

  private void charge(int tid, long count, double nanos) {
    lostNs.merge(tid, nanos, Double::sum);
    total += count;
    totalNs += nanos;
  }

  /** All hits of all threads. */
  long hits() {
    return total;
  }

  /** What one of them cost, on the average of those that were counted and those sampled. */
  double hitNs() {
    return total == 0 ? hitNs : totalNs / total;
  }

  /**
   * A thread made so many hits that were counted within a window, of all words together: one costs
   * no more than that leaves for it.
   */
  void fitted(long hits, long windowNs) {
    if (hits > 0) {
      leastHitNs = Math.min(leastHitNs, (double) windowNs / hits);
    }
  }

  /**
   * What one that is counted costs at least: as measured before, when others may have had the CPU,
   * or less, where more of them fitted into a window.
   */
  double leastHitNs() {
    return leastHitNs;
  }

  /** How many windows were not opened. */
  long refusals() {
    return refusals;
  }

  /** The share of the time that the thread lost that lost most. */
  double worstShare(long elapsedNs) {
    return elapsedNs <= 0 ? 0 : mostLostNs(lostNs.keySet()) / elapsedNs;
  }
}
