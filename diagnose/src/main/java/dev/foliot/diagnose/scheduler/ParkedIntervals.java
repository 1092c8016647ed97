package dev.foliot.diagnose.scheduler;

import dev.foliot.hotspot.pool.PoolSample;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Intervals in which work was queued and a thread of the pool slept, by looks. For one thread.
 *
 * <p>A interval is three looks or more, one after the other, at each of which a thread waits for
 * work although one more may run, and at which one queue holds work of which nothing was taken in
 * between. So a queue that is never empty since it is always served is none. That those who wait
 * sleep is asked after a look ({@link Sleepers}), and the answer counts when the next look still
 * finds the work: else who was asked may have taken it just before. What a interval lasts is true
 * however late the looks came, and however long they took: it is from the end of its first look to
 * the beginning of the last at which all slept, and at least {@link #LEAST_NS}. The time that was
 * watched goes from the beginning of the first to the end of the last. So the share of intervals is
 * understated.
 *
 * <p>While the JVM itself stops all threads nobody takes anything. A interval that lies within such
 * a stop is left out and counted; where the JVM does not tell of its stops there may be such among
 * them.
 */
final class ParkedIntervals {
  static final long LEAST_NS = 1_000_000;

  /** More than fit into ten minutes of looks. */
  private static final int MOST = 1 << 19;

  private final LongStream.Builder lengths = LongStream.builder();
  private int intervals;
  private int stopped;
  private long looks;
  private long watchedNs;
  private long queuedNs;
  private long parkedNs;
  private long longestNs;
  private int mostQueued;
  private int parallelism;
  private boolean tellsStops;
  private @Nullable PoolSample last;
  private long lastNs;
  private @Nullable Open open;

  /** A interval that may go on. */
  private static final class Open {
    final long beginNs;
    final Map<Integer, Long> heads;
    long endNs;
    boolean isLasting;
    OptionalLong asleepNs = OptionalLong.empty();
    PoolSample end;

    Open(long ns, PoolSample look) {
      beginNs = ns;
      endNs = ns;
      heads = new HashMap<>(look.heads());
      end = look;
    }
  }

  /** Knows whether those who wait for work sleep. */
  interface Sleepers {
    /** What was asked so far was of other work. */
    void begin();

    /**
     * When all of them slept, as far as that is known by now.
     *
     * @param look at which the work was there, as at the one before
     * @param ns when that look began
     * @return when a look began at which all slept, if the work is still there at the next look
     */
    OptionalLong asleepAt(PoolSample look, long ns);
  }

  /**
   * What was observed.
   *
   * @param looks how many
   * @param watchedNs from the first to the last, without gaps
   * @param queuedNs of this, with work in a queue
   * @param parkedNs of this, in intervals
   * @param intervals how many
   * @param medianNs of their lengths
   * @param longestNs of their lengths
   * @param stopped how many were left out, since the JVM had stopped all threads
   * @param tellsStops whether the JVM tells of that
   * @param mostQueued the most tasks that waited at one look
   * @param parallelism how many threads may run; 0 when none was observed
   */
  record Result(
      long looks,
      long watchedNs,
      long queuedNs,
      long parkedNs,
      int intervals,
      long medianNs,
      long longestNs,
      int stopped,
      boolean tellsStops,
      int mostQueued,
      int parallelism) {
    /** The share of the time that was spent in intervals, from 0 to 1. */
    double parkedShare() {
      return watchedNs == 0 ? 0 : (double) parkedNs / watchedNs;
    }

    /** The share of the time with work in a queue, from 0 to 1. */
    double queuedShare() {
      return watchedNs == 0 ? 0 : (double) queuedNs / watchedNs;
    }
  }

  /**
   * Adds a look, which was at some moment from {@code beforeNs} to {@code afterNs}; these do not go
   * back.
   */
  void look(long beforeNs, long afterNs, PoolSample look, Sleepers sleepers) {
    looks++;
    parallelism = look.parallelism();
    tellsStops |= look.safepoints() >= 0;
    mostQueued = (int) Math.max(mostQueued, Math.min(look.queued(), Integer.MAX_VALUE));
    long sinceNs = afterNs - (last == null ? beforeNs : lastNs);
    watchedNs += sinceNs;
    queuedNs += look.heads().isEmpty() ? 0 : sinceNs;
    last = look;
    lastNs = afterNs;
    Open interval = open;
    if (interval != null && goesOn(interval, look)) {
      interval.endNs = Math.max(interval.endNs, interval.asleepNs.orElse(interval.endNs));
      interval.asleepNs = sleepers.asleepAt(look, beforeNs);
      interval.end = look;
      interval.isLasting = true;
      return;
    }
    if (interval != null) {
      close(interval, look);
    }
    open = null;
    if (look.isIdle() && !look.heads().isEmpty()) {
      open = new Open(afterNs, look);
      sleepers.begin();
    }
  }

  /** Whether work is there of which nothing was taken, and somebody waits for work. */
  boolean isOpen() {
    return open != null;
  }

  /** Whether that was so at two looks or more. */
  boolean isLasting() {
    return open != null && open.isLasting;
  }

  /** Nothing could be seen for a while: what comes next is not next to what came before. */
  void gap() {
    if (open != null && last != null) {
      close(open, last);
    }
    open = null;
    last = null;
  }

  private static boolean goesOn(Open interval, PoolSample look) {
    if (!look.isIdle()
        || look.safepoints() != interval.end.safepoints()
        || look.safepointTicks() != interval.end.safepointTicks()) {
      return false;
    }
    Map<Integer, Long> still = new HashMap<>(interval.heads);
    still.entrySet().retainAll(look.heads().entrySet());
    if (still.isEmpty()) {
      return false;
    }
    interval.heads.keySet().retainAll(still.keySet());
    return true;
  }

  private void close(Open interval, PoolSample now) {
    long ns = interval.endNs - interval.beginNs;
    if (ns < LEAST_NS) {
      return;
    }
    // A stop is counted as it begins, its time as it ends: this one began before the interval.
    if (now.safepoints() == interval.end.safepoints()
        && now.safepointTicks() != interval.end.safepointTicks()) {
      stopped++;
      return;
    }
    parkedNs += ns;
    longestNs = Math.max(longestNs, ns);
    if (intervals < MOST) {
      lengths.add(ns);
    }
    intervals++;
  }

  /** Ends it, and tells. */
  Result end() {
    gap();
    long[] sorted = lengths.build().sorted().toArray();
    return new Result(
        looks,
        watchedNs,
        queuedNs,
        parkedNs,
        intervals,
        sorted.length == 0 ? 0 : sorted[(sorted.length - 1) / 2],
        longestNs,
        stopped,
        tellsStops,
        mostQueued,
        parallelism);
  }
}
