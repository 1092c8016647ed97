package dev.foliot.diagnose.time;

import dev.foliot.diagnose.reason.LockReason;
import dev.foliot.diagnose.time.ThreadObservations.Circle;
import dev.foliot.diagnose.time.ThreadObservations.Still;
import dev.foliot.store.diagnosis.Doing;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.Finding.Advice;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides which threads that do not move are stuck. Pure.
 *
 * <p>Threads that stay in one wait from the first sample to the last, without a time slice, do not
 * move. Whether that is a problem depends on what they wait for. A wait for work, for a fixed time
 * or for the other side of a connection may last for hours.
 */
public final class StuckJudge {
  private static final String READ_WRITE = "ReentrantReadWriteLock";
  private static final String INITIALISATION = "[I";

  /** So many threads do not wait for a signal. */
  private static final int MANY = 8;

  private static final Advice FULL_QUEUE =
      new Advice(
          "These threads want to put something into a queue that is full, and nobody took from it"
              + " in the whole time: its reader has ended, or waits itself.",
          List.of(
              "See what the reader of this queue does: foliot diagnose PID --stacks. Let it survive"
                  + " an exception. Proof: diagnose again; these threads move.",
              "Put with a time limit (offer), and reject or drop what does not fit. Proof: the"
                  + " same."),
          TimeJudge.RATHER_SURE);

  private static final Advice HELD =
      new Advice(
          "These virtual threads wait for a lock, and none of them got it in the whole time: the"
              + " thread that has it waits itself, perhaps for one of these.",
          List.of(
              "See who has the lock: jcmd PID Thread.dump_to_file -format=json FILE names the"
                  + " owners of locks from JDK 25 on. Proof: diagnose again under the same load;"
                  + " these threads move.",
              "Wait for nothing else while you hold a lock. Proof: the same."),
          TimeJudge.RATHER_SURE);

  private StuckJudge() {}

  /** Whether threads that do not move wait for a lock that no thread has. */
  public static boolean isLost(Still one) {
    return one.place().doing() == Doing.LOCK
        && !one.signs().isLockOwned()
        && !one.awaited().isEmpty()
        && !one.awaited().equals(INITIALISATION);
  }

  /** The findings, of samples over a time that is long enough. */
  static List<ResourceFinding> findings(ThreadObservations observed) {
    List<ResourceFinding> all = new ArrayList<>();
    double seconds = observed.time().observedS();
    observed.circles().stream()
        .limit(TimeJudge.MOST_SHOWN)
        .map(circle -> deadlock(circle, seconds))
        .forEach(all::add);
    List<Still> initialising =
        observed.still().stream()
            .filter(one -> one.signs().isInner() || one.awaited().equals(INITIALISATION))
            .toList();
    initialisation(initialising, seconds).ifPresent(all::add);
    lost(observed.still().stream().filter(StuckJudge::isLost).toList(), seconds)
        .ifPresent(all::add);
    for (Still one : observed.still()) {
      int threads = one.names().size();
      if (one.place().doing() == Doing.PERMIT && threads >= 2) {
        all.add(
            still(
                List.of(one),
                permitSeverity(one),
                seconds,
                isForRoom(one)
                    ? FULL_QUEUE
                    : new Advice(
                        "These threads wait for something scarce, a permit or a connection, and got"
                            + " none in the whole time. Those who have it do not give it back: it"
                            + " was lost, or they wait themselves.",
                        List.of(
                            "See who takes it and does not give it back: each acquire needs a"
                                + " release in finally, each connection a try-with-resources."
                                + " Proof: diagnose again under the same load; these threads move.",
                            "Wait with a time limit, and report it: tryAcquire(time), a timeout of"
                                + " the pool. Proof: the same.",
                            "If it is a signal for work that comes seldom, this is no problem."),
                        isSignal(one) ? TimeJudge.LIKELY : TimeJudge.RATHER_SURE)));
      } else if (one.place().doing() == Doing.RESULT
          && isResult(one)
          && threads >= 2
          && !one.signs().isLimited()) {
        all.add(
            still(
                List.of(one),
                Severity.MEDIUM,
                seconds,
                new Advice(
                    "These threads wait for a result or a signal of another thread, and none came"
                        + " in the whole time. The task was never begun, has failed without"
                        + " completing its future, or waits itself.",
                    List.of(
                        "See who should complete it: complete the future also when the task fails"
                            + " or is rejected. Proof: diagnose again under the same load; these"
                            + " threads move.",
                        "Wait with a time limit: get(time), await(time), orTimeout. Proof: the"
                            + " same."),
                    TimeJudge.LIKELY)));
      } else if (isHeld(one)) {
        all.add(still(List.of(one), Severity.HIGH, seconds, HELD));
      }
    }
    return all;
  }

  /** Whether virtual threads wait for a lock, and nobody got it in the whole time. */
  private static boolean isHeld(Still one) {
    return one.place().doing() == Doing.LOCK && one.group().equals(TimeTally.VIRTUAL);
  }

  private static ResourceFinding deadlock(Circle circle, double seconds) {
    List<Evidence> evidence =
        circle.members().stream()
            .limit(TimeJudge.MOST_SHOWN)
            .map(member ->
                new Evidence(
                    member.thread() + " waits for a lock, " + member.awaited(),
                    seconds,
                    "s at least",
                    "owned by "
                        + member.owner()
                        + (member.place().isEmpty() ? "" : "; at " + member.place())))
            .toList();
    List<String> places =
        circle.members().stream()
            .map(Circle.Member::place)
            .filter(place -> !place.isEmpty())
            .distinct()
            .sorted()
            .toList();
    return new ResourceFinding(
        FindingKind.DEADLOCK,
        new Grade(
            Severity.HIGH,
            new LockReason.Deadlocked(
                circle.members().size(),
                circle.ids().size() - circle.members().size(),
                circle.samples())),
        places.isEmpty() ? TimeTally.VIRTUAL : Numbers.and(places),
        evidence,
        FindingKind.DEADLOCK.advice(TimeJudge.SURE));
  }

  /** A task must end; a thread of its own may wait for the end of the program at a latch. */
  private static boolean isResult(Still one) {
    String name = one.awaited();
    boolean isFuture =
        name.contains("Future")
            || name.contains("ForkJoinTask")
            || one.place().library().contains("StructuredTaskScope");
    boolean isMeeting =
        name.contains("CountDownLatch")
            || name.contains("CyclicBarrier")
            || name.contains("Phaser");
    return isFuture || (isMeeting && one.signs().isInTask());
  }

  /** Whether a permit may be a signal: a few threads of their own wait for it, in no task. */
  private static boolean isSignal(Still one) {
    return !one.signs().isInTask() && one.names().size() < MANY && !isForRoom(one);
  }

  private static boolean isForRoom(Still one) {
    String library = one.place().library();
    return library.endsWith("Queue.put")
        || library.endsWith("Deque.put")
        || library.endsWith("Queue.transfer");
  }

  private static Severity permitSeverity(Still one) {
    if (isSignal(one)) {
      return Severity.LOW;
    }
    return one.names().size() >= one.others() ? Severity.HIGH : Severity.MEDIUM;
  }

  private static Optional<ResourceFinding> initialisation(List<Still> all, double seconds) {
    List<String> classes =
        all.stream().flatMap(one -> one.initialises().stream()).distinct().sorted().toList();
    if (classes.isEmpty()) {
      return Optional.empty();
    }
    int threads = all.stream().mapToInt(one -> one.names().size()).sum();
    boolean isCircle = classes.size() > 1;
    return Optional.of(
        new ResourceFinding(
            isCircle ? FindingKind.DEADLOCK : FindingKind.STUCK_THREADS,
            new Grade(
                Severity.HIGH,
                new LockReason.ThreadsStill(
                    threads, 0, seconds, "waits for the initialisation of a class")),
            "initialisation of " + Numbers.and(classes),
            evidence(all, seconds),
            new Advice(
                "A class is initialised once, by the first thread that uses it; all others wait"
                    + " until that has ended. "
                    + (isCircle
                        ? "Here each of two threads initialises a class and needs the other's: both"
                            + " wait for ever, and with them every thread that uses one of them."
                        : "Here the thread that initialises it waits itself."),
                List.of(
                    "Let no static initialiser use the other class: move what both need to a third"
                        + " class, or create it on first use. Proof: diagnose the restarted JVM.",
                    "Until then, initialise them in one thread at the start, in a fixed order"
                        + " (Class.forName). Proof: the same."),
                isCircle ? TimeJudge.SURE : TimeJudge.RATHER_SURE)));
  }

  private static Optional<ResourceFinding> lost(List<Still> all, double seconds) {
    if (all.isEmpty()) {
      return Optional.empty();
    }
    List<Still> upgrades =
        all.stream()
            .filter(one ->
                one.awaited().contains(READ_WRITE) && one.place().library().contains("WriteLock"))
            .toList();
    List<Still> ordered = new ArrayList<>(upgrades);
    all.stream().filter(one -> !upgrades.contains(one)).forEach(ordered::add);
    return Optional.of(
        still(
            ordered,
            Severity.HIGH,
            seconds,
            upgrades.isEmpty()
                ? new Advice(
                    "These threads wait for a lock, and no thread that could release it is known:"
                        + " its holder has ended without releasing it, or it is held for reading.",
                    List.of(
                        "Release the lock in finally. Proof: diagnose again under the same load;"
                            + " these threads move."),
                    TimeJudge.RATHER_SURE)
                : new Advice(
                    "A thread waits for the write lock while the lock is held for reading, and"
                        + " nothing moves. A thread that holds the read lock and asks for the write"
                        + " lock waits for itself: a read lock cannot be upgraded. New readers"
                        + " queue behind it.",
                    List.of(
                        "Release the read lock before you ask for the write lock, and check again"
                            + " under it what you have read. Proof: diagnose the restarted JVM"
                            + " under the same load.",
                        "Or use StampedLock.tryConvertToWriteLock, which can be refused. Proof: the"
                            + " same."),
                    TimeJudge.SURE)));
  }

  private static ResourceFinding still(
      List<Still> all, Severity severity, double seconds, Advice advice) {
    Still first = all.getFirst();
    return new ResourceFinding(
        FindingKind.STUCK_THREADS,
        new Grade(
            severity,
            new LockReason.ThreadsStill(
                first.names().size(), first.others(), seconds, first.place().doing().words())),
        TimeJudge.subject(first.place().yours(), first.place().library(), first.group()),
        evidence(all, seconds),
        advice);
  }

  private static List<Evidence> evidence(List<Still> all, double seconds) {
    return all.stream()
        .limit(TimeJudge.MOST_SHOWN)
        .map(one ->
            new Evidence(
                Numbers.count(one.names().size(), "thread") + " of " + one.group(),
                seconds,
                "s at least",
                (one.place().words().isEmpty() ? "" : "at " + one.place().words() + "; ")
                    + String.join(
                        ", ",
                        one.names()
                            .subList(0, Math.min(TimeJudge.MOST_SHOWN, one.names().size())))))
        .toList();
  }
}
