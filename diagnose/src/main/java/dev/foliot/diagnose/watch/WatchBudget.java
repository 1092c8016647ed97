package dev.foliot.diagnose.watch;

import java.util.Collection;

/**
 * Limits the cost of watching to the target's threads.
 *
 * <p>Each watchpoint hit stops its thread for some microseconds. No thread may lose more than a
 * fiftieth of its time so far, whenever the examination ends.
 */
public final class WatchBudget {
  /** The maximum share of the elapsed time that a thread may lose. */
  public static final double SHARE = 0.02;

  private static final long SHORTEST_NS = 1_000_000;

  private final double hitNs;
  private final double sampledHitNs;
  private final WatchTurns turns;
  private double leastHitNs;
  private long total;
  private double totalNs;
  private long refusals;

  /** A budget with a cost of {@code hitNs} nanoseconds per hit. */
  public WatchBudget(double hitNs) {
    this(hitNs, hitNs, new WatchTurns());
  }

  /**
   * A budget with separate costs, in nanoseconds; the kernel records more for a sampled hit.
   *
   * @param hitNs of a counted hit
   * @param sampledHitNs of a sampled hit
   * @param turns where the losses of all examinations count
   */
  public WatchBudget(double hitNs, double sampledHitNs, WatchTurns turns) {
    this.turns = turns;
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
  public long windowNs(Collection<Integer> tids, long wantedNs, long maxHits, long elapsedNs) {
    return openNs(tids, wantedNs, maxHits * hitNs, elapsedNs);
  }

  /** How long these threads may be watched now with sampled hits; like {@link #windowNs}. */
  public long samplingNs(Collection<Integer> tids, long wantedNs, long maxHits, long elapsedNs) {
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
  public int hitsPerWord(Collection<Integer> tids, int words, int most, long elapsedNs) {
    return hits(tids, words * hitNs, most, elapsedNs);
  }

  /** The number of sampled hits at one word that releases a thread. */
  public int sampledHits(Collection<Integer> tids, int most, long elapsedNs) {
    return hits(tids, sampledHitNs, most, elapsedNs);
  }

  private int hits(Collection<Integer> tids, double costNs, int most, long elapsedNs) {
    double left = (SHARE * elapsedNs - mostLostNs(tids)) / costNs;
    return (int) Math.max(1, Math.min(most, left));
  }

  private double mostLostNs(Collection<Integer> tids) {
    double most = 0;
    for (int tid : tids) {
      most = Math.max(most, turns.lostNs(tid));
    }
    return most;
  }

  /** Charges a thread's counted hits. */
  public void spent(int tid, long count) {
    charge(tid, count, count * hitNs);
  }

  /** Charges a thread's sampled hits. */
  public void spentOnSamples(int tid, long count) {
    charge(tid, count, count * sampledHitNs);
  }

  private void charge(int tid, long count, double nanos) {
    turns.lost(tid, nanos);
    total += count;
    totalNs += nanos;
  }

  /** The hits of all threads. */
  public long hits() {
    return total;
  }

  /** The mean cost of a counted or sampled hit. */
  public double hitNs() {
    return total == 0 ? hitNs : totalNs / total;
  }

  /**
   * Records a thread's counted hits in a window, of all words. One hit cannot cost more than its
   * part of the window.
   */
  public void fitted(long hits, long windowNs) {
    if (hits > 0) {
      leastHitNs = Math.min(leastHitNs, (double) windowNs / hits);
    }
  }

  /**
   * The lowest cost of a counted hit. It is the measured one, or less if more hits fitted into a
   * window. Other processes may have had the CPU during the measurement.
   */
  public double leastHitNs() {
    return leastHitNs;
  }

  /** The number of windows that were not opened. */
  public long refusals() {
    return refusals;
  }

  /** The largest share of the time that a thread lost, to all examinations. */
  public double worstShare(long elapsedNs) {
    return elapsedNs <= 0 ? 0 : turns.mostLostNs() / elapsedNs;
  }
}
