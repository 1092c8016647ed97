package dev.foliot.checks.contracts;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.PoolSnapshot;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Finds a task that waits beside an idle worker.
 *
 * <p>On a busy machine every thread waits sometimes, so time alone is no proof. The watchdog checks
 * the pool's state instead: the same task is older than a second, fewer tasks run than allowed, and
 * every worker is in a task or parked. That must hold in {@link #LOOKS} checks in a row. After each
 * check it starts a thread of the same kind and waits for its end, so a worker woken before would
 * have run as well.
 */
final class Watchdog implements Runnable {
  private static final long OLD_NS = 1_000_000_000;
  private static final long PAUSE_NS = 50_000_000;
  private static final int LOOKS = 20;
  private static final String TASKS = Watchdog.class.getPackageName();

  private final AdaptivePool pool;
  private final Ledger ledger;
  private final Body body;
  private final String name;
  private volatile boolean isOver;
  private final AtomicLong looks = new AtomicLong();
  private volatile boolean isOneWaiting;
  private volatile @Nullable String found;
  private @Nullable SoakTask suspect;
  private int inARow;

  Watchdog(AdaptivePool pool, Ledger ledger, Body body, String name) {
    this.pool = pool;
    this.ledger = ledger;
    this.body = body;
    this.name = name;
  }

  void end() {
    isOver = true;
  }

  /** The number of checks. */
  long looks() {
    return looks.get();
  }

  /** Whether a task waited at the last check. */
  boolean isOneWaiting() {
    return isOneWaiting;
  }

  /** The failure, null for none. */
  @Nullable String found() {
    return found;
  }

  @Override
  public void run() {
    while (!isOver && found == null) {
      LockSupport.parkNanos(PAUSE_NS);
      look();
    }
  }

  private void look() {
    SoakTask oldest = ledger.oldest();
    PoolSnapshot seen = pool.snapshot();
    isOneWaiting = oldest != null;
    looks.getAndIncrement();
    if (oldest == null
        || oldest.waitNs(System.nanoTime()) < OLD_NS
        || seen.tasks().queued() == 0
        || seen.tasks().active() >= seen.size()
        || (!body.isVirtual() && isOneOnItsWay())) {
      suspect = null;
      return;
    }
    inARow = oldest == suspect ? inARow + 1 : 0;
    suspect = oldest;
    letOthersRun();
    if (inARow >= LOOKS && oldest.waitNs(System.nanoTime()) >= OLD_NS) {
      found =
          oldest
              + " has waited for "
              + oldest.waitNs(System.nanoTime()) / 1_000_000
              + " ms beside an idle worker: size "
              + seen.size()
              + ", threads "
              + seen.threads()
              + ", active "
              + seen.tasks().active()
              + ", queued "
              + seen.tasks().queued();
    }
  }

  /** Whether a worker is neither in a task nor parked. */
  private boolean isOneOnItsWay() {
    for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
      Thread thread = entry.getKey();
      if (isWorker(thread) && !isParked(thread) && !isInATask(entry.getValue())) {
        return true;
      }
    }
    return false;
  }

  private boolean isWorker(Thread thread) {
    return thread.getName().startsWith(name + "-") && !thread.getName().endsWith("-control");
  }

  private static boolean isParked(Thread thread) {
    Thread.State state = thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }

  private static boolean isInATask(StackTraceElement[] frames) {
    for (StackTraceElement frame : frames) {
      if (frame.getClassName().startsWith(TASKS)) {
        return true;
      }
    }
    return false;
  }

  private void letOthersRun() {
    try {
      Threads.start(body.isVirtual(), () -> {}).join();
    } catch (InterruptedException e) {
      throw new SoakFailure("the watchdog was interrupted by the pool");
    }
  }
}
