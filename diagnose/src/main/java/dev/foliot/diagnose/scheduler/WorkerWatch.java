package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.reason.SchedulerReason;
import dev.foliot.hotspot.pool.PoolSample;
import dev.foliot.hotspot.pool.PoolSampler;
import dev.foliot.hotspot.pool.PoolSearch;
import dev.foliot.hotspot.pool.ThreadPool;
import dev.foliot.linux.Reading;
import dev.foliot.text.Examined;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Samples the queues of pools repeatedly. For one thread.
 *
 * <p>Pools in use are sampled often, others rarely; all samples together take a small part of the
 * time. A pool with an idle worker and queued tasks is sampled again soon, within a limited cost.
 * The number of pools is limited: those with work come first, then those with the most threads. An
 * unused pool gives its place to one with work.
 */
final class WorkerWatch {
  /** At a time. */
  static final int MOST_POOLS = 6;

  /** In total, including pools that have ended. */
  private static final int MOST_WATCHED = 32;

  /** The number of new pools that are checked for work. */
  private static final int MOST_NEW = 64;

  private static final long MS = 1_000_000;
  private static final long OFTEN_NS = 2 * MS;
  private static final long SELDOM_NS = 20 * MS;

  /**
   * The interval between searches for pools with failed samples; doubles after each failed search.
   */
  private static final long SCAN_NS = 100 * MS;

  private static final long LONGEST_SCAN_NS = 1_600 * MS;

  /** A pool missing in this number of searches in a row has ended. */
  private static final int MOST_MISSED = 3;

  /** Samples may cost one part in this many of the time. */
  private static final int PART = 40;

  /** The time per pool for samples of a possible interval beyond the usual cost limit. */
  private static final long MOST_CLOSE_NS = 100 * MS;

  /** The same for all pools together. */
  private static final long MOST_CLOSE_OF_ALL_NS = 300 * MS;

  /** The extra samples of a pool also end after this number in a row with changed work. */
  private static final int MOST_VAIN = 20;

  /** The typical cost of a sample moves by this part of each difference. */
  private static final int SMOOTHING = 8;

  /** A sample counts at most this many times that cost: a longer one has lost its CPU. */
  private static final int MOST_TIMES = 4;

  /** The assumed cost of the first sample. */
  private static final long FIRST_NS = MS / 5;

  private static final long LEAST_COST_NS = MS / 20;

  /** A pool with no task taken in this number of samples is unused. */
  private static final int QUIET_LOOKS = 50;

  private final NanoClock clock;
  private final Reading<Source> source;
  private final List<Watched> watched = new ArrayList<>();
  private Optional<Reason> refusal = Optional.empty();
  private SortedMap<String, Integer> otherQueues = new TreeMap<>();
  private boolean scanned;
  private long scannedNs;
  private long scanAfterNs = SCAN_NS;
  private int passedOver;
  private int unasked;
  private boolean failed;
  private long notBeforeNs = Long.MIN_VALUE;
  private long closeNs;

  /** Finds the pools. */
  interface Source extends PoolThreads {
    /** The current pools. To be asked repeatedly. */
    Reading<PoolSearch.Found> workers();

    /** A thread's name, at most 15 bytes. */
    Reading<String> nameOf(long tid);
  }

  /** Samples a source; {@link #limits} reports a missing source. */
  WorkerWatch(Reading<Source> source, NanoClock clock) {
    this.source = source;
    this.clock = clock;
  }

  /** A pool under examination. */
  private final class Watched {
    final ThreadPool.Kind kind;
    final String name;
    final WatchedPool intervals;
    ThreadPool pool;
    int missed;
    boolean isLeft;
    long nextNs;
    long costNs = FIRST_NS;
    long closeNs;
    int vain;
    long taken;
    int quiet;

    Watched(Source from, ThreadPool pool) {
      this.pool = pool;
      kind = pool.kind();
      name = ParkedPool.nameOf(pool.tids(), from);
      intervals = new WatchedPool(clock, from);
      intervals.members(pool.tids());
      nextNs = clock.nanos();
    }

    /** Whether one of its threads belongs to the other pool, too; the rest may have changed. */
    boolean isSame(ThreadPool other) {
      return kind == other.kind() && !Collections.disjoint(pool.tids(), other.tids());
    }

    void renew(ThreadPool now) {
      pool = now;
      intervals.members(now.tids());
    }

    /** The time of the next sample. */
    long dueNs() {
      return isClose() ? nextNs : Math.max(nextNs, notBeforeNs);
    }

    /** Whether the next sample may belong to an interval, and is not limited in cost. */
    boolean isClose() {
      return intervals.isClose()
          && (vain < MOST_VAIN || intervals.isLasting())
          && closeNs < MOST_CLOSE_NS
          && WorkerWatch.this.closeNs < MOST_CLOSE_OF_ALL_NS;
    }

    /** A pool missing once may have been moved at that moment. */
    boolean lives() {
      return missed < MOST_MISSED && !isLeft;
    }

    /** Takes a sample; returns its counted cost. */
    long look() {
      boolean close = isClose();
      long beforeNs = clock.nanos();
      Optional<PoolSample> look = intervals.look(pool.sampler());
      long afterNs = clock.nanos();
      boolean used =
          look.isPresent()
              && (look.get().tasks().taken() != taken || !look.get().tasks().heads().isEmpty());
      quiet = used ? 0 : quiet + 1;
      taken = look.map(sample -> sample.tasks().taken()).orElse(taken);
      failed |= intervals.failures() > 0 || intervals.isShort();
      nextNs = afterNs + (quiet < QUIET_LOOKS ? OFTEN_NS : SELDOM_NS);
      long tookNs = afterNs - beforeNs;
      if (close) {
        vain = intervals.isLasting() ? 0 : vain + 1;
        closeNs += tookNs;
        WorkerWatch.this.closeNs += tookNs;
        return 0;
      }
      long countedNs = Math.min(tookNs, MOST_TIMES * costNs);
      costNs = Math.max(LEAST_COST_NS, costNs + (countedNs - costNs) / SMOOTHING);
      return countedNs;
    }

    /** Whether another pool may take its place. */
    boolean isIdle() {
      return quiet >= QUIET_LOOKS;
    }
  }

  /** Searches for new pools. */
  void seldom() {
    switch (source) {
      case Reading.Unavailable<Source> why ->
          refusal = Optional.of(CarrierWatch.limit(Examined.SLEEPING_WORKERS, why));
      case Reading.Value<Source>(Source here) -> scan(here);
    }
  }

  private void scan(Source here) {
    failed = false;
    switch (here.workers()) {
      case Reading.Unavailable<PoolSearch.Found> why ->
          refusal = Optional.of(CarrierWatch.limit(Examined.SLEEPING_WORKERS, why));
      case Reading.Value<PoolSearch.Found>(PoolSearch.Found scan) -> {
        refusal = Optional.empty();
        scanned = true;
        otherQueues = scan.otherQueues();
        unasked = scan.unasked();
        // the counts of a server's own pool do not tell a job beside an idle worker
        take(
            here,
            new ArrayList<>(
                scan.pools().stream().filter(pool -> !pool.kind().isOfServer()).toList()));
      }
    }
    scannedNs = clock.nanos();
  }

  private void take(Source here, List<ThreadPool> found) {
    for (Watched one : watched) {
      Optional<ThreadPool> now =
          one.missed < MOST_MISSED
              ? found.stream().filter(one::isSame).findFirst()
              : Optional.empty();
      one.missed = now.isPresent() ? 0 : one.missed + 1;
      failed |= one.missed > 0 && one.lives();
      now.ifPresent(one::renew);
      now.ifPresent(found::remove);
    }
    for (Watched one : watched) {
      if (one.isLeft && one.missed == 0 && queued(one.pool.sampler()) > 0) {
        one.isLeft = living() >= MOST_POOLS && leave(1) == 0;
      }
    }
    int room = MOST_WATCHED - watched.size();
    int places = Math.min(MOST_POOLS - living(), room);
    List<ThreadPool> taken = List.of();
    if (found.size() > places && room > 0) {
      found.sort(Comparator.comparingInt((ThreadPool pool) -> pool.tids().size()).reversed());
      List<Asked> asked =
          found.stream()
              .limit(MOST_NEW)
              .map(pool -> new Asked(pool, queued(pool.sampler())))
              .sorted(Comparator.comparingLong(Asked::queued).reversed())
              .toList();
      int used = (int) asked.stream().filter(one -> one.queued() > 0).count();
      places = Math.min(room, Math.max(0, places) + leave(used - places));
      taken = asked.stream().limit(places).map(Asked::pool).toList();
    } else if (places > 0) {
      taken = found;
    }
    taken.forEach(pool -> watched.add(new Watched(here, pool)));
    passedOver = Math.max(passedOver, found.size() - taken.size());
  }

  private int living() {
    return (int) watched.stream().filter(Watched::lives).count();
  }

  /** A new pool with its current number of tasks. */
  private record Asked(ThreadPool pool, long queued) {}

  /** Drops up to {@code most} unused pools; returns their number. */
  private int leave(int most) {
    int left = 0;
    for (Watched one : watched) {
      if (left < most && one.lives() && one.isIdle()) {
        one.isLeft = true;
        left++;
      }
    }
    return left;
  }

  private static long queued(PoolSampler queues) {
    return queues
        .sample()
        .map(look -> look.map(sample -> sample.tasks().queued()).orElse(0L))
        .orElse(0L);
  }

  /** Samples the pools that are due. */
  void look() {
    long costNs = 0;
    for (Watched one : watched) {
      if (one.lives() && clock.nanos() >= one.dueNs()) {
        costNs += one.look();
      }
    }
    if (costNs > 0) {
      notBeforeNs = clock.nanos() + PART * costNs;
    }
    if (!failed) {
      scanAfterNs = SCAN_NS;
    } else if (clock.nanos() - scannedNs >= scanAfterNs) {
      scanAfterNs = Math.min(2 * scanAfterNs, LONGEST_SCAN_NS);
      seldom();
    }
  }

  /** Nanoseconds until the next pool is due; at most {@code mostNs}. */
  long untilNextNs(long mostNs) {
    long now = clock.nanos();
    return watched.stream()
        .filter(Watched::lives)
        .mapToLong(one -> one.dueNs() - now)
        .reduce(mostNs, Math::min);
  }

  /** The observations of each pool. */
  List<ParkedPool> end() {
    return watched.stream()
        .filter(one -> one.intervals.isSeen())
        .map(one -> new ParkedPool(one.kind, one.name, one.intervals.end()))
        .toList();
  }

  /** A description of the examined pools without observations. */
  List<String> besides() {
    List<String> all = new ArrayList<>();
    if (scanned && refusal.isEmpty() && watched.isEmpty() && otherQueues.isEmpty()) {
      all.add(
          "no pool of threads with a queue was found (of ThreadPoolExecutors whose threads run the"
              + " JDK's workers, and of ForkJoinPools)");
    }
    otherQueues.forEach((queue, count) ->
        ParkedPool.nothingToSee(queue)
            .ifPresent(why ->
                all.add(
                    Numbers.count(count, "pool")
                        + " of threads not looked at: the queue is a "
                        + queue
                        + why)));
    return all;
  }

  /** Whether a pool with the same threads was examined: a search may find one again as another. */
  private boolean isSeen(ThreadPool pool) {
    return watched.stream().anyMatch(one -> one.intervals.isSeen() && one.isSame(pool));
  }

  /** Pools that may have an unused sleeping worker, but were not examined. */
  List<Reason> limits() {
    if (refusal.isPresent() && !scanned) {
      return List.of(refusal.get());
    }
    List<Reason> all = new ArrayList<>();
    watched.stream()
        .filter(one -> !one.intervals.isSeen() && one.intervals.lost() > 0 && !isSeen(one.pool))
        .forEach(one -> all.add(new SchedulerReason.PoolLost(one.name)));
    otherQueues.forEach((queue, count) -> {
      if (ParkedPool.nothingToSee(queue).isEmpty()) {
        all.add(new SchedulerReason.QueueUnknown(count, queue));
      }
    });
    if (passedOver > 0) {
      all.add(new SchedulerReason.PoolsUnwatched(passedOver, MOST_POOLS));
    }
    if (unasked > 0) {
      all.add(new SchedulerReason.ThreadsUnasked(unasked));
    }
    return all;
  }
}
