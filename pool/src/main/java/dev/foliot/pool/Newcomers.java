package dev.foliot.pool;

import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Started workers whose threads have not arrived yet.
 *
 * <p>Each counts as searching, and while one searches, no other worker is woken. The user's thread
 * factory may run code between a thread's start and its work. It may take seconds, or never finish.
 * The control thread therefore checks for late workers. Any thread may add or query; only the
 * control thread calls the rest.
 */
final class Newcomers {
  /** Several looks; a scheduler may leave a new thread without a CPU for a while. */
  static final long LATE_NS = 200_000_000;

  private static final class Newcomer {
    private final Worker worker;
    private final Thread thread;
    private boolean isSeen;
    private long seenNs;

    Newcomer(Worker worker, Thread thread) {
      this.worker = worker;
      this.thread = thread;
    }

    /** Whether it was noticed this long ago; a pause of the JVM alone makes no worker late. */
    boolean isOverdue(long nowNs) {
      if (!isSeen) {
        isSeen = true;
        seenNs = nowNs;
      }
      return nowNs - seenNs >= LATE_NS;
    }
  }

  private final Queue<Newcomer> all = new ConcurrentLinkedQueue<>();

  /** Adds an admitted worker that is about to start. */
  void add(Worker worker, Thread thread) {
    all.add(new Newcomer(worker, thread));
  }

  /** Checks for missing workers, and reports late and lost ones to the pool. */
  void look(long nowNs, PlatformPool pool) {
    for (Iterator<Newcomer> each = all.iterator(); each.hasNext(); ) {
      Newcomer one = each.next();
      if (one.worker.isAwaited()) {
        lookFor(one, nowNs, pool);
      }
      if (!one.worker.isAwaited()) {
        each.remove();
      }
    }
  }

  private static void lookFor(Newcomer one, long nowNs, PlatformPool pool) {
    Thread.State state = one.thread.getState();
    if (state == Thread.State.NEW) {
      return; // its start may still fail
    }
    boolean hasEnded = state == Thread.State.TERMINATED;
    if ((hasEnded || one.isOverdue(nowNs)) && one.worker.giveUpAsLate()) {
      pool.missed();
    }
    if (hasEnded && one.worker.giveUp()) {
      pool.lost(one.thread);
    }
  }

  /** Whether any worker is still missing, late or not. */
  boolean isAny() {
    for (Newcomer one : all) {
      if (one.worker.isAwaited()) {
        return true;
      }
    }
    return false;
  }

  /** Whether any worker is missing but not late yet. */
  boolean isAnyInTime() {
    for (Newcomer one : all) {
      if (one.worker.isInTime()) {
        return true;
      }
    }
    return false;
  }
}
