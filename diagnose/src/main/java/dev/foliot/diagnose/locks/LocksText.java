package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.locks.LockObservations.BlockedPool;
import dev.foliot.diagnose.time.Blocked.In;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.store.diagnosis.Finding.Advice;
import java.util.List;

/** Explanations and remedies for findings on locks, for readers new to the subject. */
final class LocksText {
  static final List<String> MONITOR_REMEDIES =
      List.of(
          "Do less while the lock is held: move I/O, logging and computing out of the synchronized"
              + " block. Proof: diagnose again; fewer threads must wait.",
          "Split the lock: one per key or object, or a concurrent collection such as"
              + " ConcurrentHashMap. Proof: foliot bench of both versions.");

  private static final int UNPINNED_SINCE = 24;

  private LocksText() {}

  /** The name of a lock. */
  static String lock(Wait.Kind kind, String className) {
    String type = className.isEmpty() ? "an object" : className;
    return kind == Wait.Kind.MONITOR ? "the monitor of " + type : type;
  }

  /** Half of the workers, at least one of them for a task that was found in the queue. */
  private static boolean waitsForOwnTasks(BlockedPool pool) {
    double own = pool.blockedIn().getOrDefault(In.OWN_TASK, 0.0);
    return own > 0 && own + pool.blockedIn().getOrDefault(In.UNBEGUN_TASK, 0.0) >= 0.5;
  }

  static String exhausted(BlockedPool pool) {
    String common =
        "All threads of this pool were blocked at the same time, while tasks waited in its queue."
            + " These tasks start only when a worker comes back.";
    if (waitsForOwnTasks(pool)) {
      return common
          + " The workers wait for the results of tasks in that same queue, so the pool waits for"
          + " itself"
          + (pool.hasProgress() ? "." : ", and may never go on.");
    }
    return pool.hasProgress()
        ? common + " Some tasks were taken in between: the pool is too small for waits this long."
        : common;
  }

  static List<String> exhaustedRemedies(BlockedPool pool) {
    if (waitsForOwnTasks(pool)) {
      return List.of(
          "Let no task wait for another task of its own pool: give the inner tasks a pool of their"
              + " own, or chain them with CompletableFuture.thenCompose. Proof: diagnose"
              + " again; workers must come back.");
    }
    return List.of(
        "Find out why they wait at the place above: give calls a time limit, or repair what does"
            + " not answer. Proof: diagnose again; workers must come back.",
        "If the waits are as long as they have to be, use more threads, virtual threads, or the"
            + " adaptive pool. Proof: foliot study throughput compares them.");
  }

  static String pinned(int feature) {
    return "A virtual thread that waits normally leaves its carrier to others. "
        + (feature < UNPINNED_SINCE
            ? "Before JDK 24 it cannot leave inside of a synchronized block or method, or with a"
                + " native method on its stack."
            : "It cannot leave with a native method on its stack, or while a class is"
                + " initialized.")
        + " The carrier then waits with it, and other virtual threads that could run do not get"
        + " one.";
  }

  static List<String> pinnedRemedies(int feature) {
    return feature < UNPINNED_SINCE
        ? List.of(
            "Run on JDK 24 or later, where synchronized does not pin. Proof: diagnose again; no"
                + " carrier may be pinned.",
            "Replace synchronized around the wait by ReentrantLock;"
                + " -Djdk.tracePinnedThreads=short prints each place on JDK 19 to 23."
                + " Proof: the same.")
        : List.of(
            "Do not wait below a native method or in a static initializer; the event"
                + " jdk.VirtualThreadPinned of a flight recording has each place. Proof: diagnose"
                + " again; no carrier may be pinned.");
  }

  /** The advice where tasks wait for a result that one thread computes, as of a cache. */
  static Advice oneComputes(double confidence) {
    return new Advice(
        "Several tasks of this pool wait at this place for the same result, which one thread"
            + " computes. A cache does this for an entry that is missing or has expired: one task"
            + " loads it, and all others that want it wait.",
        List.of(
            "Renew the entry before it expires, in the background, and give out the old one"
                + " meanwhile: refreshAfterWrite of Guava and Caffeine. Proof: diagnose again;"
                + " fewer tasks must wait.",
            "Make the computing faster, or let entries live longer and expire at different times."
                + " Proof: the same.",
            "If the tasks wait for one event on purpose, this is no problem."),
        confidence);
  }
}
