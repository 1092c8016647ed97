package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.locks.LockObservations.BlockedPool;
import dev.foliot.diagnose.locks.LockObservations.Carriers;
import dev.foliot.diagnose.locks.LockObservations.Finalizers;
import dev.foliot.diagnose.locks.LockTarget.PoolNow;
import dev.foliot.diagnose.time.Blocked;
import dev.foliot.diagnose.time.Blocked.In;
import dev.foliot.diagnose.time.GroupName;
import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.pool.PoolSampler;
import dev.foliot.hotspot.pool.ThreadPool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sums samples up. For one thread. */
final class LockTally {
  private static final int MOST_PLACES = 64;
  private static final int MOST_LENGTHS = 10_000;
  private static final String FINALIZER = "Finalizer";

  private final int feature;
  private final WaitedLocks locks = new WaitedLocks();
  private final List<PoolSums> pools = new ArrayList<>();
  private final Deadlocks deadlocks = new Deadlocks();
  private final CarrierSums carriers = new CarrierSums();
  private final EventLoops eventLoops = new EventLoops();
  private final List<Long> lengths = new ArrayList<>();
  private final Map<String, Integer> finalizerPlaces = new HashMap<>();
  private int finalizerSamples;
  private int finalizerBlocked;
  private long firstLengthNs;
  private long lastLengthNs;
  private int samples;
  private int threads;
  private long firstNs;
  private long lastNs;

  LockTally(int feature) {
    this.feature = feature;
  }

  /** The stacks of the threads of a sample. */
  interface Stacks extends dev.foliot.diagnose.time.Stacks {
    /** Whether a worker waits for a task in the queue of its pool. */
    boolean isForOwnTask(PoolNow pool, ThreadSample worker);

    /** Whether a thread of a pool may run a task: not while it accepts or selects for a server. */
    default boolean isWorker(PoolNow pool, ThreadSample thread) {
      return true;
    }

    /** The workers of a pool, by the kernel's id of their thread; empty if that is unknown. */
    Map<Long, PoolSampler.Worker> workers(PoolNow pool);

    /** Whether a carrier stays blocked for a while: a short write ends at once. */
    default boolean isLong(ThreadSample carrier) {
      return true;
    }

    /** Where a thread is; empty if unknown. */
    String place(ThreadSample thread);
  }

  private static final class PoolSums {
    final ThreadPool.Kind kind;
    Set<Long> tids;
    String name = "";
    int samples;
    int stuck;
    int workers;
    long mostQueued;
    long queued;
    long firstNs;
    long firstTaken;
    long lastNs;
    @Nullable Long taken;
    boolean hasProgress;
    final Map<In, Integer> blockedIn = new EnumMap<>(In.class);
    final Map<String, Integer> places = new HashMap<>();
    final SharedWaits shared = new SharedWaits();

    PoolSums(PoolNow pool) {
      kind = pool.kind();
      tids = Set.copyOf(pool.tids());
    }

    boolean isOf(PoolNow pool) {
      return kind == pool.kind() && !Collections.disjoint(tids, pool.tids());
    }
  }

  private static final class CarrierSums {
    int parallelism;
    long pinned;
    int inSamples;
    int all;
    long mostQueued;
    boolean isSeen;
    final Map<In, Integer> blockedIn = new EnumMap<>(In.class);
    final Map<String, Integer> places = new HashMap<>();
  }

  /** Adds a sample, taken at {@code ns}. */
  void add(long ns, LockSample sample, List<PoolNow> poolsNow, Stacks stacks) {
    firstNs = samples == 0 ? ns : firstNs;
    lastNs = ns;
    samples++;
    threads = Math.max(threads, sample.threads().size());
    Map<Long, ThreadSample> byTid = new HashMap<>();
    sample.threads().forEach(thread -> byTid.put(thread.tid(), thread));
    locks.add(sample, byTid, stacks);
    deadlocks.add(samples, ns, sample, stacks);
    for (PoolNow pool : poolsNow) {
      if (pool.kind() != ThreadPool.Kind.CARRIERS) {
        pool(ns, pool, byTid, stacks);
      }
    }
    carriers(sample, poolsNow, stacks);
    finalizerThread(sample, stacks);
    eventLoops.add(sample, stacks);
  }

  private void pool(long ns, PoolNow pool, Map<Long, ThreadSample> byTid, Stacks stacks) {
    PoolSums sums =
        pools.stream().filter(one -> one.isOf(pool)).findFirst().orElseGet(() -> added(pool));
    sums.tids = Set.copyOf(pool.tids());
    sums.samples++;
    if (pool.kind() == ThreadPool.Kind.EXECUTOR || pool.kind().isOfServer()) {
      sums.shared.add(pool, byTid, stacks);
    }
    boolean isWaiting =
        pool.sample().tasks().queued() > 0 && !pool.sample().tasks().heads().isEmpty();
    boolean isTaken =
        pool.sample().idle().isEmpty() && (pool.kind().isExecutor() || !pool.sample().isIdle());
    if (!isWaiting || !isTaken || pool.tids().isEmpty()) {
      return;
    }
    List<ThreadSample> workers = new ArrayList<>();
    List<Blocked> waits = new ArrayList<>();
    for (Long tid : pool.tids()) {
      ThreadSample worker = byTid.get(tid);
      if (worker != null && !stacks.isWorker(pool, worker)) {
        continue;
      }
      Optional<Blocked> blocked = worker == null ? Optional.empty() : stacks.blocked(worker);
      if (worker == null || blocked.isEmpty()) {
        return;
      }
      workers.add(worker);
      waits.add(
          stacks.isForOwnTask(pool, worker)
              ? new Blocked(In.OWN_TASK, blocked.get().place())
              : blocked.get());
    }
    if (workers.isEmpty()) {
      return;
    }
    sums.stuck++;
    sums.workers = Math.max(sums.workers, workers.size());
    sums.mostQueued = Math.max(sums.mostQueued, pool.sample().tasks().queued());
    sums.hasProgress |= sums.taken != null && sums.taken != pool.sample().tasks().taken();
    if (sums.taken == null) {
      sums.firstNs = ns;
      sums.firstTaken = pool.sample().tasks().taken();
    }
    sums.lastNs = ns;
    sums.queued += pool.sample().tasks().queued();
    sums.taken = pool.sample().tasks().taken();
    sums.name = nameOf(workers);
    for (Blocked wait : waits) {
      sums.blockedIn.merge(wait.in(), 1, Integer::sum);
      count(sums.places, wait.place());
    }
  }

  private PoolSums added(PoolNow pool) {
    PoolSums sums = new PoolSums(pool);
    pools.add(sums);
    return sums;
  }

  static void count(Map<String, Integer> places, String place) {
    if (!place.isEmpty() && (places.size() < MOST_PLACES || places.containsKey(place))) {
      places.merge(place, 1, Integer::sum);
    }
  }

  /** The common beginning of the names of some threads. */
  static String nameOf(List<ThreadSample> workers) {
    String common =
        workers.stream().map(ThreadSample::name).reduce(GroupName::beginning).orElse("");
    return PoolName.of(common);
  }

  private void carriers(LockSample sample, List<PoolNow> poolsNow, Stacks stacks) {
    Optional<PoolNow> scheduler =
        poolsNow.stream().filter(pool -> pool.kind() == ThreadPool.Kind.CARRIERS).findFirst();
    int carriersNow = 0;
    int pinned = 0;
    for (ThreadSample thread : sample.threads()) {
      if (thread.isCarrier() || thread.isMounted()) {
        carriersNow++;
        Optional<Blocked> blocked = thread.isMounted() ? stacks.blocked(thread) : Optional.empty();
        if (blocked.isPresent() && stacks.isLong(thread)) {
          pinned++;
          carriers.blockedIn.merge(blocked.get().in(), 1, Integer::sum);
          count(carriers.places, blocked.get().place());
        }
      }
    }
    if (carriersNow == 0) {
      return;
    }
    carriers.isSeen = true;
    int parallelism = scheduler.map(pool -> pool.sample().parallelism()).orElse(carriersNow);
    carriers.parallelism = Math.max(carriers.parallelism, parallelism);
    carriers.pinned += pinned;
    carriers.inSamples += pinned > 0 ? 1 : 0;
    carriers.all += pinned >= parallelism ? 1 : 0;
    if (pinned > 0) {
      carriers.mostQueued =
          Math.max(
              carriers.mostQueued,
              scheduler.map(pool -> pool.sample().tasks().queued()).orElse(0L));
    }
  }

  private void finalizerThread(LockSample sample, Stacks stacks) {
    for (ThreadSample thread : sample.threads()) {
      if (thread.name().equals(FINALIZER)) {
        finalizerSamples++;
        String place = stacks.place(thread);
        // without work it waits in a method of the JDK
        if (!place.isEmpty()) {
          count(finalizerPlaces, place);
          finalizerBlocked += stacks.blocked(thread).isPresent() ? 1 : 0;
        }
      }
    }
  }

  /** Adds the number of objects that wait for their finalizer. */
  void addFinalizers(long ns, long objects) {
    firstLengthNs = lengths.isEmpty() ? ns : firstLengthNs;
    lastLengthNs = ns;
    if (lengths.size() < MOST_LENGTHS) {
      lengths.add(objects);
    }
  }

  int samples() {
    return samples;
  }

  /** Whether carriers of virtual threads were among the threads. */
  boolean hasCarriers() {
    return carriers.isSeen;
  }

  LockObservations end() {
    return new LockObservations(
        feature,
        samples,
        lastNs - firstNs,
        threads,
        deadlocks.end(samples, lastNs),
        locks.end(),
        pools.stream().filter(pool -> pool.stuck > 0).map(LockTally::pool).toList(),
        pools.stream().flatMap(pool -> pool.shared.end().stream()).toList(),
        eventLoops.end(),
        carriers.isSeen ? Optional.of(endOfCarriers()) : Optional.empty(),
        lengths.isEmpty() ? Optional.empty() : Optional.of(endOfFinalizers()));
  }

  private static BlockedPool pool(PoolSums sums) {
    double all = sums.blockedIn.values().stream().mapToInt(Integer::intValue).sum();
    Map<In, Double> shares = new EnumMap<>(In.class);
    sums.blockedIn.forEach((in, count) -> shares.put(in, count / all));
    return new BlockedPool(
        sums.kind,
        sums.name,
        sums.workers,
        sums.samples,
        sums.stuck,
        sums.mostQueued,
        progress(sums),
        shares,
        sums.places);
  }

  /** An executor counts the tasks that were taken; the others only show that some were. */
  private static LockObservations.Progress progress(PoolSums sums) {
    Long taken = sums.taken;
    long tasks = taken == null ? 0 : taken - sums.firstTaken;
    boolean isCounted = sums.kind == ThreadPool.Kind.EXECUTOR && tasks > 0;
    double queued = (double) sums.queued / Math.max(1, sums.stuck);
    return new LockObservations.Progress(
        sums.hasProgress,
        isCounted ? queued * (sums.lastNs - sums.firstNs) / tasks : Double.POSITIVE_INFINITY);
  }

  private Carriers endOfCarriers() {
    return new Carriers(
        carriers.parallelism,
        carriers.pinned,
        carriers.inSamples,
        carriers.all,
        carriers.mostQueued,
        carriers.blockedIn,
        carriers.places);
  }

  private Finalizers endOfFinalizers() {
    return new Finalizers(
        lengths,
        lastLengthNs - firstLengthNs,
        finalizerSamples == 0 ? 0 : (double) finalizerBlocked / finalizerSamples,
        finalizerPlaces);
  }
}
