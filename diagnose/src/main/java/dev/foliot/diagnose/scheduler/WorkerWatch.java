package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.hotspot.FoundPool;
import dev.foliot.diagnose.hotspot.PoolKind;
import dev.foliot.diagnose.hotspot.PoolLook;
import dev.foliot.diagnose.hotspot.PoolQueues;
import dev.foliot.diagnose.hotspot.PoolScan;
import dev.foliot.linux.Reading;
import dev.foliot.linux.ThreadState;
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
 * tasks are queued is looked at again soon, so many times. A few pools: those with work first, then
 * those with the most threads. For one thread.
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

  /** Between scans for pools of which a look failed. */
  private static final long SCAN_NS = 100 * MS;

  /** A pool that is not found at so many scans in a row has ended. */
  private static final int MOST_MISSED = 3;

  /** Looks may cost this part of the time, one in so many. */
  private static final int PART = 40;

  /** So many looks at what may be a spell do not wait for that. */
  private static final int MOST_CLOSE = 400;

  /**
   * What a look costs falls at once and rises by this part: one that takes long has lost its CPU.
   */
  private static final int RISE = 8;

  /** A pool of which nothing was taken at so many looks is not in use. */
  private static final int QUIET_LOOKS = 50;

  private static final String WHAT = "workers of pools that sleep while tasks are queued: ";

  private final WatchClock clock;
  private final Reading<Source> source;
  private final List<Watched> watched = new ArrayList<>();
  private String refusal = "";
  private SortedMap<String, Integer> otherQueues = new TreeMap<>();
  private boolean scanned;
  private long scannedNs;
  private int passedOver;
  private int unasked;
  private boolean failed;
  private long notBeforeNs = Long.MIN_VALUE;
  private int close;

  /** Where the pools are looked for. */
  interface Source {
    /** The pools that there are now. To be asked again and again. */
    Reading<PoolScan> workers();

    /** What a thread does now. */
    Reading<ThreadState> stateOf(long tid);

    /** What a thread calls itself, at most 15 bytes of it. */
    Reading<String> nameOf(long tid);
  }

  /** Looks at a source; that there is none is told by {@link #couldNot}. */
  WorkerWatch(Reading<Source> source, WatchClock clock) {
    this.source = source;
    this.clock = clock;
  }

  /** A pool that is looked at. */
  private final class Watched {
    final SleepCheck sleep;
    final PoolKind kind;
    final String name;
    final WatchedPool spells = new WatchedPool(clock);
    FoundPool pool;
    int missed;
    long nextNs;
    long costNs = Long.MAX_VALUE / 2;
    long taken;
    int quiet;
    boolean isSuspect;

    Watched(Source from, FoundPool pool) {
      this.pool = pool;
      kind = pool.kind();
      name = PoolName.of(pool.tids(), from);
      sleep = new SleepCheck(from);
      nextNs = clock.nanos();
    }

    /** Its threads may be others by now, but one of them is still there. */
    boolean isSame(FoundPool other) {
      return kind == other.kind() && !Collections.disjoint(pool.handles(), other.handles());
    }

    void renew(FoundPool now) {
      if (spells.failures() > 0 || !pool.handles().equals(now.handles())) {
        pool = now;
      }
    }

    /** When it is to be looked at next. */
    long dueNs() {
      return isSuspect ? nextNs : Math.max(nextNs, notBeforeNs);
    }

    /** One that is not found once may have been moved that moment. */
    boolean lives() {
      return missed < MOST_MISSED;
    }

    /** Looks once; what that costs as a rule. */
    long look() {
      long beforeNs = clock.nanos();
      Optional<PoolLook> look = spells.look(pool.queues(), sleep::checked);
      long afterNs = clock.nanos();
      boolean used =
          look.isPresent() && (look.get().taken() != taken || !look.get().heads().isEmpty());
      quiet = used ? 0 : quiet + 1;
      isSuspect =
          look.isPresent()
              && look.get().isIdle()
              && !look.get().heads().isEmpty()
              && ++close < MOST_CLOSE;
      taken = look.map(PoolLook::taken).orElse(taken);
      failed |= spells.failures() > 0;
      nextNs = afterNs + (quiet < QUIET_LOOKS ? OFTEN_NS : SELDOM_NS);
      costNs = Math.min(afterNs - beforeNs, costNs + costNs / RISE + 1);
      return costNs;
    }
  }

  /** Looks for pools that are new. */
  void seldom() {
    switch (source) {
      case Reading.Unavailable<Source>(String reason, String remedy) ->
          refusal = reason + " (" + remedy + ")";
      case Reading.Value<Source>(Source here) -> scan(here);
    }
  }

  private void scan(Source here) {
    failed = false;
    scannedNs = clock.nanos();
    switch (here.workers()) {
      case Reading.Unavailable<PoolScan>(String reason, String remedy) ->
          refusal = reason + " (" + remedy + ")";
      case Reading.Value<PoolScan>(PoolScan scan) -> {
        refusal = "";
        scanned = true;
        otherQueues = scan.otherQueues();
        unasked = scan.unasked();
        take(here, new ArrayList<>(scan.pools()));
      }
    }
  }

  private void take(Source here, List<FoundPool> found) {
    for (Watched one : watched) {
      Optional<FoundPool> now = found.stream().filter(one::isSame).findFirst();
      one.missed = now.isPresent() ? 0 : one.missed + 1;
      failed |= one.missed > 0 && one.lives();
      now.ifPresent(one::renew);
      now.ifPresent(found::remove);
    }
    int living = (int) watched.stream().filter(Watched::lives).count();
    int places = Math.min(MOST_POOLS - living, MOST_WATCHED - watched.size());
    if (places > 0 && !found.isEmpty()) {
      found.sort(Comparator.comparingInt((FoundPool pool) -> pool.tids().size()).reversed());
      List<FoundPool> first = new ArrayList<>(found.subList(0, Math.min(MOST_NEW, found.size())));
      if (first.size() > places) {
        first.sort(Comparator.comparingLong((FoundPool pool) -> -queued(pool.queues())));
      }
      first.stream().limit(places).forEach(pool -> watched.add(new Watched(here, pool)));
    }
    passedOver = Math.max(passedOver, found.size() - Math.max(0, places));
  }

  private static long queued(PoolQueues queues) {
    return queues.look().map(look -> look.map(PoolLook::queued).orElse(0L)).orElse(0L);
  }

  /** Looks at the pools whose turn it is. */
  void look() {
    long costNs = 0;
    for (Watched one : watched) {
      if (one.lives() && clock.nanos() >= one.dueNs()) {
        boolean isClose = one.isSuspect;
        long lookNs = one.look();
        costNs += isClose ? 0 : lookNs;
      }
    }
    if (costNs > 0) {
      notBeforeNs = clock.nanos() + PART * costNs;
    }
    if (failed && clock.nanos() - scannedNs >= SCAN_NS) {
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

  /** What was seen of each pool. */
  List<Parked> end() {
    return watched.stream()
        .filter(one -> one.spells.isSeen())
        .map(one -> new Parked(one.kind, one.name, one.spells.end()))
        .toList();
  }

  /** What it looked at, in words, beside the pools of which something was seen. */
  List<String> besides() {
    List<String> all = new ArrayList<>();
    if (scanned && refusal.isEmpty() && watched.isEmpty() && otherQueues.isEmpty()) {
      all.add("no pool of threads with a queue was found");
    }
    otherQueues.forEach((queue, count) ->
        all.add(
            Figures.count(count, "pool")
                + " of threads not looked at: the queue is a "
                + queue
                + PoolName.why(queue)));
    if (passedOver > 0) {
      all.add(
          Figures.count(passedOver, "more pool")
              + " of threads not looked at: at most "
              + MOST_POOLS
              + " are, those with work and those with the most threads first");
    }
    if (unasked > 0) {
      all.add(Figures.count(unasked, "more thread") + " not asked for a pool");
    }
    return all;
  }

  List<String> couldNot() {
    if (!refusal.isEmpty()) {
      return List.of(WHAT + refusal);
    }
    return watched.stream()
        .filter(one -> !one.spells.isSeen() && one.spells.lost() > 0)
        .map(one -> WHAT + "not one look at " + one.name + " made sense (look again)")
        .toList();
  }
}
