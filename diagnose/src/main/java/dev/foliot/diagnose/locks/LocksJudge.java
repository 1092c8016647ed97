package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.locks.LockObservations.BlockedLoops;
import dev.foliot.diagnose.locks.LockObservations.BlockedPool;
import dev.foliot.diagnose.locks.LockObservations.Carriers;
import dev.foliot.diagnose.locks.LockObservations.Deadlock;
import dev.foliot.diagnose.locks.LockObservations.Finalizers;
import dev.foliot.diagnose.locks.LockObservations.Member;
import dev.foliot.diagnose.locks.LockObservations.SharedWait;
import dev.foliot.diagnose.locks.LockObservations.WaitedLock;
import dev.foliot.diagnose.reason.LockReason;
import dev.foliot.diagnose.time.Blocked.In;
import dev.foliot.diagnose.time.StuckJudge;
import dev.foliot.diagnose.time.ThreadObservations.Still;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.hotspot.pool.ThreadPool;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.Finding.Advice;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides which observations are findings, by the thresholds named in each finding. Pure.
 *
 * <p>A single sample proves nothing, since the JVM runs on while it is read. A deadlock must be in
 * several samples in a row, up to the last one: no thread leaves it.
 */
final class LocksJudge {
  /** Equal samples in a row that make a circle of waits a deadlock. */
  static final int FEWEST_EQUAL = 5;

  static final int FEWEST_SAMPLES = 5;
  static final long FINALIZERS_LOW = 1_000;
  static final long FINALIZERS_BLOCKED = 100;
  static final long FINALIZERS_HIGH = 100_000;
  static final double FINALIZER_STUCK = 0.8;

  private static final int MOST_LOCKS = 6;
  private static final int MOST_SHOWN = 5;
  private static final double NS_PER_S = 1e9;
  private static final double UNREADABLE_PLACE = 0.8;
  private static final double SURE = 0.95;

  /** Waits for a signal look the same as waits for something scarce. */
  private static final double SURE_OF_SHARED = 0.7;

  /** Tasks that wait for less do not wait for a free worker in vain. */
  private static final double SHORT_WAIT_NS = 10e6;

  private LocksJudge() {}

  /** The findings, the most severe first. */
  static List<ResourceFinding> findings(LockObservations observed, List<Still> still) {
    List<Deadlock> deadlocks =
        observed.deadlocks().stream().filter(one -> one.samples() >= FEWEST_EQUAL).toList();
    Set<Long> stuck = new HashSet<>();
    deadlocks.forEach(one -> stuck.addAll(one.tids()));
    List<ResourceFinding> exhausted =
        observed.pools().stream().flatMap(pool -> exhausted(pool).stream()).toList();
    // its evidence says what the workers wait for
    Set<String> named =
        exhausted.stream().map(ResourceFinding::subject).collect(Collectors.toSet());
    Stream<ResourceFinding> contended =
        observed.locks().stream()
            .filter(lock -> !isOf(lock, stuck) && still.stream().noneMatch(one -> isOf(lock, one)))
            .flatMap(lock -> contended(observed, lock).stream())
            .sorted(Comparator.comparing(ResourceFinding::severity))
            .limit(MOST_LOCKS);
    return Stream.of(
            deadlocks.stream().map(LocksJudge::deadlock),
            exhausted.stream(),
            contended,
            observed.shared().stream()
                .filter(wait -> !named.contains(wait.pool()))
                .flatMap(wait -> shared(observed, wait).stream())
                .limit(MOST_LOCKS),
            observed.eventLoops().stream().flatMap(one -> blockedLoop(one).stream()),
            observed.carriers().stream().flatMap(one -> pinned(observed, one).stream()),
            observed.finalizers().stream().flatMap(one -> finalizers(one).stream()))
        .flatMap(all -> all)
        .sorted(Comparator.comparing(ResourceFinding::severity))
        .toList();
  }

  /** Whether the waits for a lock are those of a deadlock. */
  private static boolean isOf(WaitedLock lock, Set<Long> stuck) {
    return !lock.ownerTids().isEmpty() && stuck.containsAll(lock.ownerTids());
  }

  /** Whether the waits for a lock are those of threads that wait for a lock that nobody has. */
  private static boolean isOf(WaitedLock lock, Still still) {
    return StuckJudge.isLost(still)
        && WaitedLocks.lockClass(still.awaited()).equals(lock.className())
        && lock.ownerTids().isEmpty();
  }

  private static ResourceFinding deadlock(Deadlock deadlock) {
    List<Evidence> evidence = new ArrayList<>();
    for (Member member : deadlock.members()) {
      evidence.add(
          new Evidence(
              member.thread() + " waits for " + LocksText.lock(member.kind(), member.className()),
              deadlock.spanNs() / NS_PER_S,
              "s at least",
              "owned by "
                  + member.owner()
                  + (member.place().isEmpty() ? "" : "; at " + member.place())));
    }
    return new ResourceFinding(
        FindingKind.DEADLOCK,
        new Grade(
            Severity.HIGH,
            new LockReason.Deadlocked(
                deadlock.members().size(), deadlock.behind(), deadlock.samples())),
        subject(deadlock),
        evidence,
        FindingKind.DEADLOCK.advice(0.99));
  }

  /** The places, which are the same in the next run; the classes of the locks without places. */
  private static String subject(Deadlock deadlock) {
    List<String> places =
        deadlock.members().stream()
            .map(Member::place)
            .filter(place -> !place.isEmpty())
            .distinct()
            .sorted()
            .toList();
    return Numbers.and(
        places.isEmpty()
            ? deadlock.members().stream().map(Member::className).distinct().sorted().toList()
            : places);
  }

  private static Optional<ResourceFinding> contended(LockObservations observed, WaitedLock lock) {
    if (lock.inSamples() < FEWEST_SAMPLES || observed.samples() == 0 || lock.threads() == 0) {
      return Optional.empty();
    }
    double waiting = (double) lock.waited() / observed.samples();
    double ofThreads = Math.min(1, waiting / lock.threads());
    Optional<Severity> severity = FindingKind.LOCK_CONTENTION.severity(waiting, ofThreads);
    if (severity.isEmpty()) {
      return Optional.empty();
    }
    double share = (double) lock.inSamples() / observed.samples();
    List<Evidence> evidence = new ArrayList<>();
    evidence.add(
        new Evidence(
            "threads that wait for " + LocksText.lock(lock.kind(), lock.className()),
            waiting,
            "on average",
            "up to "
                + lock.most()
                + " at a time, "
                + Numbers.count(lock.threads(), "different one")
                + ": "
                + String.join(", ", lock.waiters())));
    if (!lock.place().isEmpty()) {
      evidence.add(new Evidence("samples with a waiting thread", 100 * share, "%", lock.place()));
    }
    owners(lock, evidence);
    return Optional.of(
        new ResourceFinding(
            FindingKind.LOCK_CONTENTION,
            new Grade(severity.get(), new LockReason.LockContended(waiting, ofThreads, share)),
            lock.className() + (lock.place().isEmpty() ? "" : " at " + lock.place()),
            evidence,
            new Advice(
                FindingKind.LOCK_CONTENTION.explanation(),
                lock.kind() == Wait.Kind.MONITOR
                    ? LocksText.MONITOR_REMEDIES
                    : FindingKind.LOCK_CONTENTION.remedies(),
                lock.place().isEmpty() ? UNREADABLE_PLACE : SURE)));
  }

  private static void owners(WaitedLock lock, List<Evidence> evidence) {
    String names =
        lock.ownerNames().isEmpty() ? "" : "owners: " + String.join(", ", lock.ownerNames());
    mostFrequent(lock.owners())
        .forEach(owner ->
            evidence.add(
                new Evidence(
                    "held " + owner.getKey(),
                    100.0 * owner.getValue() / Math.max(1, lock.waited()),
                    "% of the waits",
                    names)));
  }

  private static List<Map.Entry<String, Integer>> mostFrequent(Map<String, Integer> counts) {
    return counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MOST_SHOWN)
        .toList();
  }

  private static Optional<ResourceFinding> exhausted(BlockedPool pool) {
    Optional<Severity> severity = FindingKind.EXHAUSTED_POOL.severity(pool.share());
    if (pool.stuck() < FEWEST_SAMPLES || severity.isEmpty()) {
      return Optional.empty();
    }
    // an executor of one thread is often meant to run its tasks one by one
    boolean isOneByOne =
        pool.hasProgress() && pool.workers() == 1 && pool.kind() == ThreadPool.Kind.EXECUTOR;
    boolean isServed = isOneByOne || pool.progress().waitNs() < SHORT_WAIT_NS;
    List<Evidence> waits =
        pool.blockedIn().entrySet().stream()
            .sorted(Map.Entry.<In, Double>comparingByValue().reversed())
            .map(in ->
                new Evidence(
                    "workers blocked in " + in.getKey().words(),
                    100 * in.getValue(),
                    "%",
                    "of " + Numbers.count(pool.workers(), "worker")))
            .toList();
    // the most frequent wait first, and where: an answer shows these two
    List<Evidence> evidence = new ArrayList<>(waits.subList(0, Math.min(1, waits.size())));
    mostFrequent(pool.places())
        .forEach(place ->
            evidence.add(
                new Evidence(
                    "blocked at " + place.getKey(),
                    100.0 * place.getValue() / ((double) pool.stuck() * pool.workers()),
                    "%",
                    "of the workers")));
    evidence.addAll(waits.subList(Math.min(1, waits.size()), waits.size()));
    evidence.add(
        new Evidence(
            "tasks that waited",
            (double) pool.mostQueued(),
            "at most",
            pool.hasProgress() ? "some were taken in between" : "none was taken in between"));
    return Optional.of(
        new ResourceFinding(
            FindingKind.EXHAUSTED_POOL,
            new Grade(
                isServed ? Severity.LOW : severity.get(),
                new LockReason.PoolExhausted(
                    pool.share(), pool.workers(), pool.mostQueued(), isServed)),
            pool.name(),
            evidence,
            new Advice(
                LocksText.exhausted(pool),
                LocksText.exhaustedRemedies(pool),
                pool.hasProgress() ? UNREADABLE_PLACE : SURE)));
  }

  private static Optional<ResourceFinding> shared(LockObservations observed, SharedWait wait) {
    if (wait.inSamples() < FEWEST_SAMPLES || observed.samples() == 0 || wait.running() == 0) {
      return Optional.empty();
    }
    double waiting = (double) wait.waited() / observed.samples();
    double ofTasks = Math.min(1, (double) wait.waited() / wait.running());
    Optional<Severity> severity = FindingKind.SHARED_WAIT.severity(waiting, ofTasks);
    if (severity.isEmpty()) {
      return Optional.empty();
    }
    List<Evidence> evidence = new ArrayList<>();
    evidence.add(
        new Evidence(
            "tasks that wait for one " + LocksText.lock(Wait.Kind.PARK, wait.className()),
            waiting,
            "on average",
            "up to "
                + wait.most()
                + " at a time, in "
                + Numbers.count(wait.threads(), "thread")
                + " of "
                + wait.pool()));
    mostFrequent(wait.others())
        .forEach(place ->
            evidence.add(
                new Evidence(
                    "the other tasks were at " + place.getKey(),
                    (double) place.getValue() / wait.inSamples(),
                    "on average",
                    "perhaps they hold what is waited for")));
    return Optional.of(
        new ResourceFinding(
            FindingKind.SHARED_WAIT,
            new Grade(severity.get(), new LockReason.TasksWait(waiting, ofTasks)),
            wait.place().isEmpty() ? wait.className() : wait.place(),
            evidence,
            wait.className().contains("Future")
                ? LocksText.oneComputes(SURE_OF_SHARED)
                : FindingKind.SHARED_WAIT.advice(SURE_OF_SHARED)));
  }

  private static Optional<ResourceFinding> blockedLoop(BlockedLoops loops) {
    Optional<Severity> severity = FindingKind.BLOCKED_EVENT_LOOP.severity(loops.share());
    if (loops.blocked() < FEWEST_SAMPLES || severity.isEmpty()) {
      return Optional.empty();
    }
    double all = loops.blockedIn().values().stream().mapToInt(Integer::intValue).sum();
    List<Evidence> evidence = new ArrayList<>();
    loops.blockedIn().entrySet().stream()
        .sorted(Map.Entry.<In, Integer>comparingByValue().reversed())
        .limit(MOST_SHOWN)
        .forEach(in ->
            evidence.add(
                new Evidence(
                    "event loops blocked in " + in.getKey().words(),
                    100 * in.getValue() / all,
                    "%",
                    "of their waits; most blocked: " + loops.worst())));
    List<Map.Entry<String, Integer>> places = mostFrequent(loops.places());
    places.forEach(place ->
        evidence.add(
            new Evidence(
                "blocked at " + place.getKey(),
                100 * place.getValue() / all,
                "%",
                "of the waits")));
    return Optional.of(
        new ResourceFinding(
            FindingKind.BLOCKED_EVENT_LOOP,
            new Grade(
                severity.get(),
                new LockReason.LoopBlocked(loops.share(), loops.everBlocked(), loops.loops())),
            places.isEmpty() ? PoolName.of(loops.worst()) : places.getFirst().getKey(),
            evidence,
            FindingKind.BLOCKED_EVENT_LOOP.advice(places.isEmpty() ? UNREADABLE_PLACE : SURE)));
  }

  private static Optional<ResourceFinding> pinned(LockObservations observed, Carriers carriers) {
    if (carriers.inSamples() < FEWEST_SAMPLES
        || carriers.parallelism() == 0
        || observed.samples() == 0) {
      return Optional.empty();
    }
    double mean = (double) carriers.pinned() / observed.samples();
    double share = mean / carriers.parallelism();
    Optional<Severity> severity = FindingKind.PINNED_CARRIERS.severity(share);
    if (severity.isEmpty()) {
      return Optional.empty();
    }
    double all = (double) carriers.all() / observed.samples();
    List<Evidence> evidence = new ArrayList<>();
    carriers.blockedIn().entrySet().stream()
        .sorted(Map.Entry.<In, Integer>comparingByValue().reversed())
        .limit(MOST_SHOWN)
        .forEach(in ->
            evidence.add(
                new Evidence(
                    "carriers blocked in " + in.getKey().words(),
                    (double) in.getValue() / observed.samples(),
                    "on average",
                    "of " + Numbers.count(carriers.parallelism(), "carrier"))));
    mostFrequent(carriers.places())
        .forEach(place ->
            evidence.add(
                new Evidence(
                    "pinned at " + place.getKey(),
                    100.0 * place.getValue() / Math.max(1, carriers.pinned()),
                    "%",
                    "of the pinned ones")));
    evidence.add(
        new Evidence(
            "virtual threads that waited for a carrier",
            (double) carriers.mostQueued(),
            "at most",
            "beside pinned ones"));
    return Optional.of(
        new ResourceFinding(
            FindingKind.PINNED_CARRIERS,
            new Grade(
                severity.get(), new LockReason.CarriersPinned(mean, carriers.parallelism(), all)),
            mostFrequent(carriers.places()).stream()
                .findFirst()
                .map(place -> "carriers at " + place.getKey())
                .orElse("carriers of virtual threads"),
            evidence,
            new Advice(
                LocksText.pinned(observed.feature()),
                LocksText.pinnedRemedies(observed.feature()),
                SURE)));
  }

  private static Optional<ResourceFinding> finalizers(Finalizers queue) {
    List<Long> lengths = queue.lengths();
    if (lengths.size() < FEWEST_SAMPLES) {
      return Optional.empty();
    }
    long last = lengths.getLast();
    long fewest =
        lengths.subList(lengths.size() / 2, lengths.size()).stream()
            .mapToLong(Long::longValue)
            .min()
            .orElse(0);
    boolean isStuck = queue.blocked() >= FINALIZER_STUCK;
    long least = isStuck ? FINALIZERS_BLOCKED : FINALIZERS_LOW;
    if (Math.min(last, fewest) < least) {
      return Optional.empty();
    }
    long first = lengths.getFirst();
    double perS = queue.spanNs() == 0 ? 0 : (last - first) * NS_PER_S / queue.spanNs();
    boolean isShrinking = last < first;
    Severity severity =
        last >= FINALIZERS_HIGH || (isStuck && !isShrinking)
            ? Severity.HIGH
            : isShrinking ? Severity.LOW : Severity.MEDIUM;
    List<Evidence> evidence = new ArrayList<>();
    evidence.add(
        new Evidence(
            "objects that waited for their finalizer",
            (double) last,
            "at the end",
            Numbers.count(first) + " at the beginning"));
    evidence.add(new Evidence("growth", perS, "a second"));
    mostFrequent(queue.places())
        .forEach(place ->
            evidence.add(
                new Evidence(
                    "the finalizer thread was in " + place.getKey(),
                    (double) place.getValue(),
                    "samples",
                    "blocked in " + Numbers.percent(queue.blocked()) + " of all")));
    return Optional.of(
        new ResourceFinding(
            FindingKind.FINALIZER_BACKLOG,
            new Grade(
                severity, new LockReason.FinalizersQueued(last, fewest, perS, queue.blocked())),
            mostFrequent(queue.places()).stream()
                .findFirst()
                .map(place -> "finalizers, at " + place.getKey())
                .orElse("finalizers"),
            evidence,
            FindingKind.FINALIZER_BACKLOG.advice(SURE)));
  }
}
