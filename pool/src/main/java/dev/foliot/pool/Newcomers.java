package dev.foliot.pool;

import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The workers whose threads were started and have not come yet.
 *
 * <p>Each is counted as searching, and while one searches nobody else is woken. But between its
 * start and its work lies what the user's thread factory has put there: it may take seconds, or
 * never come to an end. So the control thread looks for those that do not come. Any thread may add;
 * the rest is of the control thread, but for the questions, which any may ask.
 */
final class Newcomers {
  /** Some looks; the scheduler may leave a new thread without a CPU for a while. */
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

    /** Whether it was first seen so long ago; a pause of the JVM alone makes nobody late. */
    boolean isOverdue(long nowNs) {
      if (!isSeen) {
        isSeen = true;
        seenNs = nowNs;
      }
      return nowNs - seenNs >= LATE_NS;
    }
  }

  private final Queue<Newcomer> all = new ConcurrentLinkedQueue<>();

  /** One that is admitted is about to be started. */
  void add(Worker worker, Thread thread) {
    all.add(new Newcomer(worker, thread));
  }

  /** Looks for those that have not come, and tells the pool of those that are late or lost. */
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
      return; // its start may fail yet
    }
    boolean hasEnded = state == Thread.State.TERMINATED;
    if ((hasEnded || one.isOverdue(nowNs)) && one.worker.giveUpAsLate()) {
      pool.missed();
    }
    if (hasEnded && one.worker.giveUp()) {
      pool.lost(one.thread);
    }
  }

  /** Whether any has not come, be it late or not. */
  boolean isAny() {
    for (Newcomer one : all) {
      if (one.worker.isAwaited()) {
        return true;
      }
    }
    return false;
  }

  /** Whether any has not come that is not late yet. */
  boolean isAnyInTime() {
    for (Newcomer one : all) {
      if (one.worker.isInTime()) {
        return true;
      }
    }
    return false;
  }
}
