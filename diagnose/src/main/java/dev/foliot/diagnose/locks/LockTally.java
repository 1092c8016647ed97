package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.locks.Blocked.In;
import dev.foliot.diagnose.locks.LockObservations.BlockedPool;
import dev.foliot.diagnose.locks.LockObservations.Carriers;
import dev.foliot.diagnose.locks.LockObservations.Deadlock;
import dev.foliot.diagnose.locks.LockObservations.Finalizers;
import dev.foliot.diagnose.locks.LockObservations.Member;
import dev.foliot.diagnose.locks.LockObservations.WaitedLock;
import dev.foliot.diagnose.locks.LockTarget.PoolNow;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.hotspot.pool.PoolSampler;
import dev.foliot.hotspot.pool.ThreadPool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sums samples up. For one thread.
 *
 * <p>A long file, since all sums are of the same samples: what a thread waits for decides in which
 * of them it counts.
 */
final class LockTally {
  private static final int MOST_LOCKS = 1_000;
  private static final int MOST_NAMES = 8;
  private static final int MOST_PLACES = 64;
  private static final int MOST_LENGTHS = 10_000;
  private static final String FINALIZER = "Finalizer";
  private static final Pattern SYNC = Pattern.compile("\\$(Nonfair|Fair)?Sync$");

  private final int feature;
  private final Map<LockKey, LockSums> locks = new LinkedHashMap<>();
  private final List<PoolSums> pools = new ArrayList<>();
  private final Map<List<String>, Streak> streaks = new HashMap<>();
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
  interface Stacks {
    /** What a thread is blocked in; empty if it runs or has no work. */
    Optional<Blocked> blocked(ThreadSample thread);

    /** Whether a worker waits for a task in the queue of its pool. */
    boolean isForOwnTask(PoolNow pool, ThreadSample worker);

    /** Whether a thread of a pool may run a task: not while it accepts or selects for a server. */
    default boolean isWorker(PoolNow pool, ThreadSample thread) {
      return true;
    }

    /** The workers of a pool, by the kernel's id of their thread; empty if that is unknown. */
    Map<Long, PoolSampler.Worker> workers(PoolNow pool);

    /** Where a thread is; empty if unknown. */
    String place(ThreadSample thread);

    /** The methods on its stack, innermost first; empty if it runs, or they are unknown. */
    List<JavaFrame> frames(ThreadSample thread);
  }

  private record LockKey(Wait.Kind kind, String className, String place) {}

  private static final class LockSums {
    long waited;
    int inSamples;
    int most;
    int now;
    final Set<String> waiters = new LinkedHashSet<>();
    final Set<Long> tids = new HashSet<>();
    final Map<String, Integer> owners = new HashMap<>();
    final Set<String> ownerNames = new LinkedHashSet<>();
    final Set<Long> ownerTids = new HashSet<>();

    void endSample() {
      waited += now;
      inSamples += now > 0 ? 1 : 0;
      most = Math.max(most, now);
      now = 0;
    }

    void add(LockSums other) {
      waited += other.waited;
      inSamples = Math.max(inSamples, other.inSamples);
      most = Math.max(most, other.most);
      waiters.addAll(other.waiters);
      tids.addAll(other.tids);
      other.owners.forEach((owner, count) -> owners.merge(owner, count, Integer::sum));
      ownerNames.addAll(other.ownerNames);
      ownerTids.addAll(other.ownerTids);
    }
  }

  private static final class PoolSums {
    final ThreadPool.Kind kind;
    Set<Long> tids;
    String name = "";
    int samples;
    int stuck;
    int workers;
    long mostQueued;
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

  private static final class Streak {
    int from;
    int last;
    long fromNs;
    WaitCycles.Cycle cycle;
    Map<Long, String> places;

    Streak(int sample, long ns, WaitCycles.Cycle cycle, Map<Long, String> places) {
      from = sample;
      last = sample;
      fromNs = ns;
      this.cycle = cycle;
      this.places = places;
    }
  }

  /** Adds a sample, taken at {@code ns}. */
  void add(long ns, LockSample sample, List<PoolNow> poolsNow, Stacks stacks) {
    firstNs = samples == 0 ? ns : firstNs;
    lastNs = ns;
    samples++;
    threads = Math.max(threads, sample.threads().size());
    Map<Long, ThreadSample> byTid = new HashMap<>();
    sample.threads().forEach(thread -> byTid.put(thread.tid(), thread));
    locks(sample, byTid, stacks);
    cycles(ns, sample, stacks);
    for (PoolNow pool : poolsNow) {
      if (pool.kind() != ThreadPool.Kind.CARRIERS) {
        pool(pool, byTid, stacks);
      }
    }
    carriers(sample, poolsNow, stacks);
    finalizerThread(sample, stacks);
    eventLoops.add(sample, stacks);
  }

  private void locks(LockSample sample, Map<Long, ThreadSample> byTid, Stacks stacks) {
    for (ThreadSample thread : sample.threads()) {
      Wait wait = thread.awaited().filter(Wait::isForLock).orElse(null);
      if (wait == null) {
        continue;
      }
      Wait.Kind kind = wait.kind() == Wait.Kind.MONITOR ? Wait.Kind.MONITOR : Wait.Kind.LOCK;
      LockKey key = new LockKey(kind, lockClass(wait.className()), stacks.place(thread));
      LockSums sums = locks.get(key);
      if (sums == null) {
        if (locks.size() == MOST_LOCKS) {
          continue;
        }
        sums = new LockSums();
        locks.put(key, sums);
      }
      sums.now++;
      sums.tids.add(thread.tid());
      if (sums.waiters.size() < MOST_NAMES) {
        sums.waiters.add(thread.name());
      }
      String owner = owner(wait, byTid.get(wait.ownerTid()), stacks, sums.ownerNames);
      if (sums.owners.size() < MOST_PLACES || sums.owners.containsKey(owner)) {
        sums.owners.merge(owner, 1, Integer::sum);
      }
      if (wait.ownerTid() > 0) {
        sums.ownerTids.add(wait.ownerTid());
      }
    }
    locks.values().forEach(LockSums::endSample);
  }

  /** Where the owner of a lock is: several owners at one place are one. */
  private static String owner(
      Wait wait, @Nullable ThreadSample owner, LockTally.Stacks stacks, Set<String> names) {
    if (wait.ownerTid() == Wait.UNMOUNTED) {
      return "by a virtual thread without a carrier";
    }
    if (owner == null) {
      return wait.isOwned() || wait.ownerTid() > 0
          ? "by nobody at that moment"
          : "by a thread that this lock does not name";
    }
    if (names.size() < MOST_NAMES) {
      names.add(owner.name());
    }
    String place = stacks.place(owner);
    return place.isEmpty() ? "at an unknown place" : "at " + place;
  }

  /** The class of a lock as its user writes it. */
  static String lockClass(String className) {
    return SYNC.matcher(className).replaceFirst("");
  }

  private void cycles(long ns, LockSample sample, Stacks stacks) {
    for (WaitCycles.Cycle cycle : WaitCycles.in(sample)) {
      Streak streak = streaks.get(cycle.key());
      Map<Long, String> places = new HashMap<>();
      cycle.threads().forEach(thread -> places.put(thread.tid(), stacks.place(thread)));
      if (streak == null || streak.last != samples - 1) {
        streaks.put(cycle.key(), new Streak(samples, ns, cycle, places));
      } else {
        streak.last = samples;
        streak.cycle = cycle;
        places.forEach((tid, place) -> {
          if (!place.isEmpty()) {
            streak.places.put(tid, place);
          }
        });
      }
    }
  }

  private void pool(PoolNow pool, Map<Long, ThreadSample> byTid, Stacks stacks) {
    PoolSums sums =
        pools.stream().filter(one -> one.isOf(pool)).findFirst().orElseGet(() -> added(pool));
    sums.tids = Set.copyOf(pool.tids());
    sums.samples++;
    if (pool.kind() == ThreadPool.Kind.EXECUTOR || pool.kind().isOfServer()) {
      sums.shared.add(pool, byTid, stacks);
    }
    boolean isWaiting = pool.sample().queued() > 0 && !pool.sample().heads().isEmpty();
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
    sums.mostQueued = Math.max(sums.mostQueued, pool.sample().queued());
    sums.hasProgress |= sums.taken != null && sums.taken != pool.sample().taken();
    sums.taken = pool.sample().taken();
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
        workers.stream().map(ThreadSample::name).reduce(LockTally::beginning).orElse("");
    return PoolName.of(common);
  }

  private static String beginning(String one, String other) {
    int same = 0;
    while (same < Math.min(one.length(), other.length())
        && one.charAt(same) == other.charAt(same)) {
      same++;
    }
    return one.substring(0, same);
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
        if (blocked.isPresent()) {
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
          Math.max(carriers.mostQueued, scheduler.map(pool -> pool.sample().queued()).orElse(0L));
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
        streaks.values().stream()
            .filter(streak -> streak.last == samples)
            .map(this::deadlock)
            .toList(),
        waitedLocks(),
        pools.stream().filter(pool -> pool.stuck > 0).map(LockTally::pool).toList(),
        pools.stream().flatMap(pool -> pool.shared.end().stream()).toList(),
        eventLoops.end(),
        carriers.isSeen ? Optional.of(endOfCarriers()) : Optional.empty(),
        lengths.isEmpty() ? Optional.empty() : Optional.of(endOfFinalizers()));
  }

  private Deadlock deadlock(Streak streak) {
    List<ThreadSample> circle = streak.cycle.threads();
    List<Member> members = new ArrayList<>();
    Set<Long> tids = new HashSet<>();
    for (int i = 0; i < circle.size(); i++) {
      ThreadSample thread = circle.get(i);
      Wait wait = thread.awaited().orElseThrow();
      tids.add(thread.tid());
      members.add(
          new Member(
              thread.name(),
              wait.kind(),
              lockClass(wait.className()),
              circle.get((i + 1) % circle.size()).name(),
              streak.places.getOrDefault(thread.tid(), "")));
    }
    Set<Long> all = new HashSet<>(tids);
    all.addAll(streak.cycle.behind());
    return new Deadlock(
        members,
        all,
        streak.cycle.behind().size(),
        streak.last - streak.from + 1,
        lastNs - streak.fromNs);
  }

  /** Waits whose place is unknown belong to the place where most wait for such a lock. */
  private List<WaitedLock> waitedLocks() {
    Map<LockKey, LockSums> whole = new LinkedHashMap<>(locks);
    locks.forEach((key, sums) -> {
      if (key.place().isEmpty()) {
        locks.entrySet().stream()
            .filter(one ->
                one.getKey().kind() == key.kind()
                    && one.getKey().className().equals(key.className())
                    && !one.getKey().place().isEmpty())
            .max(Comparator.comparingLong(one -> one.getValue().waited))
            .ifPresent(one -> {
              one.getValue().add(sums);
              whole.remove(key);
            });
      }
    });
    return whole.entrySet().stream()
        .map(one ->
            new WaitedLock(
                one.getKey().kind(),
                one.getKey().className(),
                one.getKey().place(),
                one.getValue().waited,
                one.getValue().inSamples,
                one.getValue().most,
                List.copyOf(one.getValue().waiters),
                one.getValue().tids.size(),
                one.getValue().owners,
                List.copyOf(one.getValue().ownerNames),
                one.getValue().ownerTids))
        .sorted(Comparator.comparingLong(WaitedLock::waited).reversed())
        .toList();
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
        sums.hasProgress,
        shares,
        sums.places);
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
