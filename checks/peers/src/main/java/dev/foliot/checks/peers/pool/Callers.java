package dev.foliot.checks.peers.pool;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * A number of callers in a closed loop. Each submits its next task after the end of its last one.
 *
 * <p>One thread, the front, submits for all, like a server's selector: a thread for each caller
 * would cost more than the tasks. Workers return ended tasks over a stack and wake the front if it
 * sleeps. All pools are treated equally: every time stamp is taken here.
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
   * Callers of a pool, all inactive at first.
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

  /** Sets the number of active callers, and the work of their next tasks. */
  void go(int callers, Runnable doing) {
    work = doing;
    wanted = callers;
    LockSupport.unpark(front);
  }

  /** The number of completed tasks. */
  long completed() {
    Throwable failed = failure;
    if (failed != null) {
      throw new IllegalStateException("the pool does not take a task: " + failed, failed);
    }
    return completed;
  }

  /** The number of running tasks. */
  int running() {
    return running.get();
  }

  /** The end of the last completed task. */
  long lastEndNs() {
    return lastEndNs;
  }

  /** The times from submission to start since the last call. */
  Histogram waits() {
    return waits.getIntervalHistogram();
  }

  /** Called by a worker at the start of a task. */
  void begun() {
    running.incrementAndGet();
  }

  /** Called by a worker at the end of a task. */
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
