package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.time.ThreadObservations;
import dev.foliot.diagnose.time.TimeJudge;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reports all observations: findings, and a description of the examination. Pure. */
final class LocksReport {
  private LocksReport() {}

  /** Whether tasks that could run at once may wait in a queue of some class. */
  static boolean canHoldTasks(String queue) {
    return !queue.equals("java.util.concurrent.SynchronousQueue")
        && !queue.equals("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue");
  }

  /**
   * The outcome of all observations.
   *
   * @param withoutOnCpu why methods on a CPU are unknown; empty if they are known
   * @param cutShort why it ended early; empty if it did not
   */
  static Outcome<ResourceFinding> of(
      LockObservations observed,
      ThreadObservations threads,
      Optional<Reason> withoutOnCpu,
      Optional<Reason> cutShort,
      List<Reason> limits) {
    return Outcome.of(
        findings(observed, threads),
        cutShort,
        limits,
        "no thread waited long for a lock, and no pool was blocked for long while tasks waited",
        "nothing found in what was looked at",
        lookedAt(observed, withoutOnCpu));
  }

  /** What is known of a pool or a lock says more than that its threads do not move. */
  private static List<ResourceFinding> findings(
      LockObservations observed, ThreadObservations threads) {
    List<ResourceFinding> known = LocksJudge.findings(observed, threads.still());
    return Stream.concat(
            known.stream(),
            TimeJudge.findings(threads).stream()
                .filter(one -> known.stream().noneMatch(other -> isSame(one, other))))
        .sorted(Comparator.comparing(ResourceFinding::severity))
        .toList();
  }

  private static boolean isSame(ResourceFinding one, ResourceFinding known) {
    return switch (one.kind()) {
      case SHARED_WAIT -> isWait(known) && isAt(known, one.subject());
      case STUCK_THREADS ->
          one.severity() != Severity.HIGH && isWait(known) && isAt(known, one.subject());
      default -> false;
    };
  }

  private static boolean isWait(ResourceFinding known) {
    return known.kind() == FindingKind.SHARED_WAIT || known.kind() == FindingKind.EXHAUSTED_POOL;
  }

  private static boolean isAt(ResourceFinding known, String place) {
    return known.subject().equals(place)
        || known.evidence().stream().anyMatch(line -> line.name().endsWith(place));
  }

  private static List<String> lookedAt(LockObservations observed, Optional<Reason> withoutOnCpu) {
    List<String> all = new ArrayList<>();
    all.add(
        Numbers.count(observed.threads(), "thread")
            + " and the locks they wait for, in "
            + Numbers.count(observed.samples(), "sample")
            + " over "
            + Numbers.duration(observed.observedNs()));
    double waiting =
        observed.locks().stream().mapToLong(LockObservations.WaitedLock::waited).sum()
            / Math.max(1.0, observed.samples());
    all.add(
        observed.locks().isEmpty()
            ? "no thread was seen to wait for a lock"
            : Numbers.digits(waiting)
                + " threads waited for locks on average, at "
                + Numbers.count(observed.locks().size(), "place"));
    all.add(
        observed.pools().isEmpty()
            ? "no pool had all workers blocked while tasks waited"
            : Numbers.count(observed.pools().size(), "pool")
                + " had all workers blocked while tasks waited, in up to "
                + Numbers.count(
                    observed.pools().stream()
                        .mapToInt(LockObservations.BlockedPool::stuck)
                        .max()
                        .orElse(0),
                    "sample"));
    observed
        .eventLoops()
        .ifPresent(loops ->
            all.add(
                Numbers.count(loops.loops(), "event loop")
                    + ", blocked in up to "
                    + Numbers.percent(loops.share())
                    + " of the samples"));
    observed
        .finalizers()
        .ifPresent(queue ->
            all.add(
                "objects that wait for their finalizer: "
                    + Numbers.count(queue.lengths().getLast())
                    + " at the end"));
    withoutOnCpu.ifPresent(
        why -> all.add("the methods of threads on a CPU are not known: " + why.text()));
    return all;
  }
}
