package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.hotspot.pool.PoolSample;
import dev.foliot.hotspot.pool.PoolSampler;
import dev.foliot.hotspot.pool.PoolSearch;
import dev.foliot.hotspot.pool.ThreadPool;
import dev.foliot.linux.Reading;
import dev.foliot.text.Examined;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.SchedulerReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Looks at the queues of pools again and again: often while they are used, else seldom, and for all
 * of them together no more than a small part of the time, but that a pool whose worker idles while
 * tasks are queued is sampled again soon, as long as that does not cost too much. A few pools:
 * those with work first, then those with the most threads; one that is not used gives its place to
 * one that has work. For one thread.
 */
final class WorkerWatch {
  /** At a time. */
  static final int MOST_POOLS = 6;

  /** In all, those that have ended included. */
  private static final int MOST_WATCHED = 32;

  /** Of those that are new, so many are asked whether they have work. */
  private static final int MOST_NEW = 64;

  private static final long MS = 1_000_000;
  private static final long OFTEN_NS = 2 * MS;
  private static final long SELDOM_NS = 20 * MS;

  /** Between scans for pools of which a look failed; twice as long after each that fails too. */
  private static final long SCAN_NS = 100 * MS;

  private static final long LONGEST_SCAN_NS = 1_600 * MS;

  /** A pool that is not found at so many scans in a row has ended. */
  private static final int MOST_MISSED = 3;

  /** Looks may cost this part of the time, one in so many. */
  private static final int PART = 40;

  /** Looks at what may be a interval do not wait for that, for so long in all, of each pool. */
  private static final long MOST_CLOSE_NS = 100 * MS;

  /** And of all pools. */
  private static final long MOST_CLOSE_OF_ALL_NS = 300 * MS;

  /**
   * Nor do those of a pool after so many in a row at which the work was other than at the look
   * before.
   */
  private static final int MOST_VAIN = 20;

  /** What a look costs as a rule changes with each by this part of the difference. */
  private static final int SMOOTHING = 8;

  /** And no look counts for more than so many times that: it has lost its CPU. */
  private static final int MOST_TIMES = 4;

  /** What the first look may cost. */
  private static final long FIRST_NS = MS / 5;

  private static final long LEAST_COST_NS = MS / 20;

  /** A pool of which nothing was taken at so many looks is not in use. */
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

  /** Where the pools are looked for. */
  interface Source extends PoolThreads {
    /** The pools that there are now. To be asked again and again. */
    Reading<PoolSearch.Found> workers();

    /** What a thread calls itself, at most 15 bytes of it. */
    Reading<String> nameOf(long tid);
  }

  /** Looks at a source; that there is none is reported by {@link #limits}. */
  WorkerWatch(Reading<Source> source, NanoClock clock) {
    this.source = source;
    this.clock = clock;
  }

  /** A pool that is examined. */
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

    /** Its threads may be others by now, but one of them is still there. */
    boolean isSame(ThreadPool other) {
      return kind == other.kind() && !Collections.disjoint(pool.tids(), other.tids());
    }

    void renew(ThreadPool now) {
      pool = now;
      intervals.members(now.tids());
    }

    /** When it is to be looked at next. */
    long dueNs() {
      return isClose() ? nextNs : Math.max(nextNs, notBeforeNs);
    }

    /** Whether the next look may be part of a interval, and may cost what it takes. */
    boolean isClose() {
      return intervals.isClose()
          && (vain < MOST_VAIN || intervals.isLasting())
          && closeNs < MOST_CLOSE_NS
          && WorkerWatch.this.closeNs < MOST_CLOSE_OF_ALL_NS;
    }

    /** One that is not found once may have been moved that moment. */
    boolean lives() {
      return missed < MOST_MISSED && !isLeft;
    }

    /** Looks once; what that cost, as far as it counts. */
    long look() {
      boolean close = isClose();
      long beforeNs = clock.nanos();
      Optional<PoolSample> look = intervals.look(pool.sampler());
      long afterNs = clock.nanos();
      boolean used =
          look.isPresent() && (look.get().taken() != taken || !look.get().heads().isEmpty());
      quiet = used ? 0 : quiet + 1;
      taken = look.map(PoolSample::taken).orElse(taken);
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

    /** Whether another pool may have its place. */
    boolean isIdle() {
      return quiet >= QUIET_LOOKS;
    }
  }

  /** Looks for pools that are new. */
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
        take(here, new ArrayList<>(scan.pools()));
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

  /** A new pool, and how many tasks it had just now. */
  private record Asked(ThreadPool pool, long queued) {}

  /** Leaves up to so many pools alone that are not used; how many. */
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
    return queues.sample().map(look -> look.map(PoolSample::queued).orElse(0L)).orElse(0L);
  }

  /** Looks at the pools whose turn it is. */
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

  /** In how many nanoseconds the next pool's turn is; at most {@code mostNs}. */
  long untilNextNs(long mostNs) {
    long now = clock.nanos();
    return watched.stream()
        .filter(Watched::lives)
        .mapToLong(one -> one.dueNs() - now)
        .reduce(mostNs, Math::min);
  }

  /** What was observed of each pool. */
  List<ParkedPool> end() {
    return watched.stream()
        .filter(one -> one.intervals.isSeen())
        .map(one -> new ParkedPool(one.kind, one.name, one.intervals.end()))
        .toList();
  }

  /** What it looked at, in words, beside the pools of which something was observed. */
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

  /** Which pools may have a worker that sleeps in vain, and were not examined. */
  List<Reason> limits() {
    if (refusal.isPresent() && !scanned) {
      return List.of(refusal.get());
    }
    List<Reason> all = new ArrayList<>();
    watched.stream()
        .filter(one -> !one.intervals.isSeen() && one.intervals.lost() > 0)
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
