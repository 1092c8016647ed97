package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.locks.Blocked.In;
import dev.foliot.diagnose.locks.LockObservations.BlockedPool;
import dev.foliot.hotspot.locks.Wait;
import java.util.List;

/** Explanations and remedies for findings on locks, for readers new to the subject. */
final class LocksText {
  static final String DEADLOCK =
      "Each of these threads holds a lock that the next one waits for. None of them can go on, and"
          + " none ever will: only a restart ends it.";

  static final List<String> DEADLOCK_REMEDIES =
      List.of(
          "Take these locks in the same order everywhere, or under one common lock; jstack PID"
              + " shows the whole stacks. Proof: diagnose the restarted JVM under the same load.",
          "Where no order exists, use ReentrantLock.tryLock with a time limit, and release all"
              + " locks when it fails. Proof: the same.");

  static final String CONTENDED =
      "Only one thread at a time may hold a lock. The others sleep until it is free, and use no CPU"
          + " meanwhile. So requests wait although the machine is not busy, and more threads do not"
          + " help.";

  static final List<String> MONITOR_REMEDIES =
      List.of(
          "Do less while the lock is held: move I/O, logging and computing out of the synchronized"
              + " block. Proof: diagnose again; fewer threads must wait.",
          "Split the lock: one per key or object, or a concurrent collection such as"
              + " ConcurrentHashMap. Proof: foliot bench of both versions.");

  static final List<String> LOCK_REMEDIES =
      List.of(
          "Do less while the lock is held: move I/O, logging and computing out of it. Proof:"
              + " diagnose again; fewer threads must wait.",
          "Split the lock, or let readers share it (ReentrantReadWriteLock, StampedLock). Proof:"
              + " foliot bench of both versions.");

  static final String SHARED =
      "Several tasks of this pool wait at this place for the same object, and no thread owns it: a"
          + " free connection, a permit of a semaphore, or a signal. Their threads do nothing"
          + " meanwhile, and their callers wait. The tasks end, so these are no loops that wait for"
          + " work.";

  static final List<String> SHARED_REMEDIES =
      List.of(
          "Hold it for a shorter time: make slow queries faster, and make no remote calls while a"
              + " connection is taken. Proof: diagnose again; fewer tasks must wait.",
          "If it is a pool or a semaphore, and the other side bears more, make it larger. Proof:"
              + " foliot load of both sizes.",
          "If the tasks wait for an event on purpose, this is no problem.");

  static final String EVENT_LOOP =
      "An event loop is one thread that serves many connections. While it waits at this place, all"
          + " its other connections wait too, although the machine may be idle.";

  static final List<String> EVENT_LOOP_REMEDIES =
      List.of(
          "Move this call to a pool of workers: executeBlocking in Vert.x,"
              + " subscribeOn(boundedElastic()) in WebFlux, an EventExecutorGroup in Netty,"
              + " dispatch in Undertow, setExecutor in com.sun.net.httpserver. Proof: diagnose"
              + " again; no event loop may be blocked.",
          "Or use a client that does not block, and continue in its callback. Proof: foliot load of"
              + " both versions.");

  static final String FINALIZERS =
      "A class with a finalize method keeps its dead objects alive until one thread, the"
          + " finalizer, has called it. That thread takes them one after the other. If it is slow"
          + " or blocked, dead objects fill the heap, and what they hold (files, sockets, native"
          + " memory) is not freed.";

  static final List<String> FINALIZER_REMEDIES =
      List.of(
          "Close such objects in the code that uses them (try-with-resources), and replace finalize"
              + " by java.lang.ref.Cleaner. Proof: diagnose again; the queue must be short.",
          "Let no finalize method wait for a lock or for I/O. Proof: the same.");

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
}
