package dev.foliot.diagnose.sharing;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits the cost of watching to the target's threads.
 *
 * <p>Each watchpoint hit stops its thread for some microseconds. No thread may lose more than a
 * fiftieth of its time so far, whenever the examination ends.
 */
final class WatchBudget {
  /** The maximum share of the elapsed time that a thread may lose. */
  static final double SHARE = 0.02;

  private static final long SHORTEST_NS = 1_000_000;

  private final double hitNs;
  private final double sampledHitNs;
  private final Map<Integer, Double> lostNs = new HashMap<>();
  private double leastHitNs;
  private long total;
  private double totalNs;
  private long refusals;

  /** A budget with a cost of {@code hitNs} nanoseconds per hit. */
  WatchBudget(double hitNs) {
    this(hitNs, hitNs);
  }

  /**
   * A budget with separate costs, in nanoseconds; the kernel records more for a sampled hit.
   *
   * @param hitNs of a counted hit
   * @param sampledHitNs of a sampled hit
   */
  WatchBudget(double hitNs, double sampledHitNs) {
    this.hitNs = hitNs;
    this.leastHitNs = hitNs;
    this.sampledHitNs = sampledHitNs;
  }

  /**
   * How long these threads may be watched now, at most {@code wantedNs}; 0 if less than a
   * millisecond. A thread cannot lose more than the complete window.
   *
   * @param maxHits after this number of hits, of all words together, a thread is released
   * @param elapsedNs since the examination began
   */
  long windowNs(Collection<Integer> tids, long wantedNs, long maxHits, long elapsedNs) {
    return openNs(tids, wantedNs, maxHits * hitNs, elapsedNs);
  }

  /** How long these threads may be watched now with sampled hits; like {@link #windowNs}. */
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
   * The number of hits at each word that releases a thread, at most {@code most}. A limit is needed
   * because a window lasts longer if this process loses its CPU.
   */
  int hitsPerWord(Collection<Integer> tids, int words, int most, long elapsedNs) {
    return hits(tids, words * hitNs, most, elapsedNs);
  }

  /** The number of sampled hits at one word that releases a thread. */
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

  /** Charges a thread's counted hits. */
  void spent(int tid, long count) {
    charge(tid, count, count * hitNs);
  }

  /** Charges a thread's sampled hits. */
  void spentOnSamples(int tid, long count) {
    charge(tid, count, count * sampledHitNs);
  }

  private void charge(int tid, long count, double nanos) {
    lostNs.merge(tid, nanos, Double::sum);
    total += count;
    totalNs += nanos;
  }

  /** The hits of all threads. */
  long hits() {
    return total;
  }

  /** The mean cost of a counted or sampled hit. */
  double hitNs() {
    return total == 0 ? hitNs : totalNs / total;
  }

  /**
   * Records a thread's counted hits in a window, of all words. One hit cannot cost more than its
   * part of the window.
   */
  void fitted(long hits, long windowNs) {
    if (hits > 0) {
      leastHitNs = Math.min(leastHitNs, (double) windowNs / hits);
    }
  }

  /**
   * The lowest cost of a counted hit. It is the measured one, or less if more hits fitted into a
   * window. Other processes may have had the CPU during the measurement.
   */
  double leastHitNs() {
    return leastHitNs;
  }

  /** The number of windows that were not opened. */
  long refusals() {
    return refusals;
  }

  /** The largest share of the time that a thread lost. */
  double worstShare(long elapsedNs) {
    return elapsedNs <= 0 ? 0 : mostLostNs(lostNs.keySet()) / elapsedNs;
  }
}
