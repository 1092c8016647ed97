package dev.foliot.checks.peers.pool;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * So many callers in a closed loop: each submits its next task when its last one has ended.
 *
 * <p>One thread, the front, submits for all, as a server's selector does: a thread for each caller
 * would cost more than the tasks. Workers hand ended tasks back over a stack and wake the front if
 * it sleeps. All pools are treated alike: every stamp is taken here.
 *
 * <p>Thread-safe. The counters may be a task old.
 */
final class Callers {
  private final Executor pool;
  private final boolean once;
  private final AtomicReference<@Nullable Caller> ended = new AtomicReference<>();
  private final AtomicInteger running = new AtomicInteger();
  private final SingleWriterRecorder waits = new SingleWriterRecorder(3);
  private final Thread front;
  private volatile boolean asleep;
  private volatile int wanted;
  private volatile Runnable work = () -> {};
  private volatile long completed;
  private volatile long lastEndNs;
  private volatile @Nullable Throwable failure;
  private int started;
  private long counted;

  /**
   * Callers of a pool; none calls yet.
   *
   * @param once whether each calls only once
   */
  Callers(Executor pool, boolean once) {
    this.pool = pool;
    this.once = once;
    front = new Thread(this::submitForAll, "front");
    front.setDaemon(true);
    front.start();
  }

  /** From now on so many call, and their next tasks do this. */
  void go(int callers, Runnable doing) {
    work = doing;
    wanted = callers;
    LockSupport.unpark(front);
  }

  /** How many tasks ended. */
  long completed() {
    Throwable failed = failure;
    if (failed != null) {
      throw new IllegalStateException("the pool does not take a task: " + failed, failed);
    }
    return completed;
  }

  /** How many tasks are begun and not ended. */
  int running() {
    return running.get();
  }

  /** When the last of the ended tasks ended. */
  long lastEndNs() {
    return lastEndNs;
  }

  /** The times from submission to begin since this was called last. */
  Histogram waits() {
    return waits.getIntervalHistogram();
  }

  /** A task begins; its worker's call. */
  void begun() {
    running.incrementAndGet();
  }

  /** A task has ended; its worker's call. */
  void ended(Caller caller) {
    running.decrementAndGet();
    Caller head;
    do {
      head = ended.get();
      caller.next = head;
    } while (!ended.compareAndSet(head, caller));
    if (asleep) {
      LockSupport.unpark(front);
    }
  }

  private void submitForAll() {
    try {
      while (true) {
        int callers = wanted;
        for (; started < callers; started++) {
          submit(new Caller(this, work));
        }
        Caller batch = ended.getAndSet(null);
        if (batch == null) {
          sleep(callers);
        } else {
          again(inOrder(batch));
        }
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  private void sleep(int callers) {
    asleep = true;
    if (ended.get() == null && wanted == callers) {
      LockSupport.park(this);
    }
    asleep = false;
  }

  private static Caller inOrder(Caller stack) {
    Caller first = null;
    for (Caller at = stack; at != null; ) {
      Caller below = at.next;
      at.next = first;
      first = at;
      at = below;
    }
    return first == null ? stack : first;
  }

  private void again(Caller first) {
    for (Caller at = first; at != null; ) {
      Caller following = at.next;
      at.next = null;
      waits.recordValue(Math.max(0, at.beginNs - at.submitNs));
      lastEndNs = Math.max(lastEndNs, at.endNs);
      completed = ++counted;
      if (!once) {
        at.work = work;
        submit(at);
      }
      at = following;
    }
  }

  private void submit(Caller caller) {
    caller.submitNs = System.nanoTime();
    pool.execute(caller);
  }
}
