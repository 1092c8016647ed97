package dev.foliot.diagnose.scheduler;

import dev.foliot.hotspot.pool.PoolSample;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds intervals when work was queued while a thread of the pool slept. For one thread.
 *
 * <p>An interval needs three or more samples in a row. At each of them a thread waits for work
 * although one more may run, and one queue holds work with no task taken since the sample before.
 * So a queue that is constantly served is never an interval. After a sample {@link Sleepers} checks
 * that the waiting threads sleep. The answer counts if the next sample still finds the work;
 * otherwise the checked thread may have taken it just before.
 *
 * <p>The length of an interval is correct for late and slow samples, too. It runs from the end of
 * its first sample to the beginning of the last sample with all threads asleep, and is at least
 * {@link #LEAST_NS}. The observed time runs from the beginning of the first sample to the end of
 * the last. So the share of intervals is understated.
 *
 * <p>While the JVM stops all threads, no task is taken. An interval that may be within such a stop
 * is left out and counted. If the JVM does not report its stops, intervals may include some.
 */
final class ParkedIntervals {
  static final long LEAST_NS = 1_000_000;

  /** More than fit into ten minutes of samples. */
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

  /** An interval that may continue. */
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
      heads = new HashMap<>(look.tasks().heads());
      end = look;
    }
  }

  /** Checks whether the waiting threads sleep. */
  interface Sleepers {
    /** Starts over for new work. */
    void begin();

    /**
     * The time when all of them slept, if known by now.
     *
     * @param look a sample with the work still there, as in the one before
     * @param ns the beginning of that sample
     * @return the beginning of a sample with all threads asleep, valid if the next sample still
     *     finds the work
     */
    OptionalLong asleepAt(PoolSample look, long ns);
  }

  /**
   * The observations.
   *
   * @param looks the number of samples
   * @param watchedNs from the first to the last, without gaps
   * @param queuedNs of this, with work in a queue
   * @param parkedNs of this, in intervals
   * @param intervals the number of intervals
   * @param medianNs of their lengths
   * @param longestNs of their lengths
   * @param stopped the number left out because the JVM had stopped all threads
   * @param tellsStops whether the JVM reports its stops
   * @param mostQueued the most tasks that waited in one sample
   * @param parallelism how many threads may run; 0 without observations
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
    /** The share of the time in intervals, from 0 to 1. */
    double parkedShare() {
      return watchedNs == 0 ? 0 : (double) parkedNs / watchedNs;
    }

    /** The share of the time with work in a queue, from 0 to 1. */
    double queuedShare() {
      return watchedNs == 0 ? 0 : (double) queuedNs / watchedNs;
    }
  }

  /** Adds a sample, taken between {@code beforeNs} and {@code afterNs}; these never decrease. */
  void look(long beforeNs, long afterNs, PoolSample look, Sleepers sleepers) {
    looks++;
    parallelism = look.parallelism();
    tellsStops |= look.stops().safepoints() >= 0;
    mostQueued = (int) Math.max(mostQueued, Math.min(look.tasks().queued(), Integer.MAX_VALUE));
    long sinceNs = afterNs - (last == null ? beforeNs : lastNs);
    watchedNs += sinceNs;
    queuedNs += look.tasks().heads().isEmpty() ? 0 : sinceNs;
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
    if (look.isIdle() && !look.tasks().heads().isEmpty()) {
      open = new Open(afterNs, look);
      sleepers.begin();
    }
  }

  /** Whether untouched work is queued while a thread waits for work. */
  boolean isOpen() {
    return open != null;
  }

  /** Whether that was true for two or more samples. */
  boolean isLasting() {
    return open != null && open.isLasting;
  }

  /** Marks a gap in the samples: the next one does not continue the last. */
  void gap() {
    if (open != null && last != null) {
      close(open, last);
    }
    open = null;
    last = null;
  }

  private static boolean goesOn(Open interval, PoolSample look) {
    if (!look.isIdle() || !look.stops().equals(interval.end.stops())) {
      return false;
    }
    Map<Integer, Long> still = new HashMap<>(interval.heads);
    still.entrySet().retainAll(look.tasks().heads().entrySet());
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
    // A stop is counted at its beginning, its time at its end. So one has ended since: it began
    // before the interval, or both began and ended after it, and where stops follow each other
    // closely the count cannot tell which.
    if (now.stops().ticks() != interval.end.stops().ticks()) {
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

  /** Ends the observation and returns its result. */
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
