package dev.foliot.apps;

import dev.foliot.apps.service.NanoClock;
import dev.foliot.apps.service.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Callers in a closed loop: each submits its next task when the last one has ended.
 *
 * <p>One thread, the front, submits for all, like a server's selector. A thread for each caller
 * would cost more than the tasks. A task that submitted the next one would never leave a worker
 * idle, which is the effect to observe. Workers return ended tasks over a stack, and wake the front
 * if it sleeps.
 *
 * <p>Thread-safe. Counts may lag by some tasks.
 */
final class Callers {
  private static final AtomicLongFieldUpdater<Caller> STAGE =
      AtomicLongFieldUpdater.newUpdater(Caller.class, "stage");
  private static final int STAGES = 3;
  private static final int SUBMITTED = 1;
  private static final int BEGUN = 2;

  private final Workers workers;
  private final Runnable work;
  private final NanoClock clock;
  private final int count;
  private final AtomicReference<@Nullable Caller> ended = new AtomicReference<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Waits waits = new Waits();
  private final Waits responses = new Waits();
  private final List<Caller> all = new ArrayList<>();
  private final Thread front;
  private volatile boolean isAsleep;
  private volatile boolean isStopping;
  private volatile long completed;
  private volatile @Nullable Throwable failure;

  /** The callers begin at once. */
  Callers(Workers workers, int count, Runnable work, NanoClock clock) {
    this.workers = workers;
    this.work = work;
    this.clock = clock;
    this.count = count;
    for (int i = 0; i < count; i++) {
      all.add(new Caller());
    }
    front = new Thread(this::submitForAll, "burn-front");
    front.setDaemon(true);
  }

  void start() {
    front.start();
  }

  /** Number of ended tasks. */
  long completed() {
    return completed;
  }

  /** How long tasks waited for a thread. */
  Waits waits() {
    return waits;
  }

  /** Response times of tasks, from submission to end. */
  Waits responses() {
    return responses;
  }

  /**
   * The state of the tasks.
   *
   * @param waiting tasks that were submitted and have not begun
   * @param running tasks that have begun and not ended
   * @param begun number of tasks begun since the start
   */
  record Look(int waiting, int running, long begun) {}

  /** Reads the state of every caller, one after the other. */
  Look look() {
    int waiting = 0;
    int running = 0;
    long begun = 0;
    for (Caller caller : all) {
      long stage = caller.stage;
      waiting += stage % STAGES == SUBMITTED ? 1 : 0;
      running += stage % STAGES == BEGUN ? 1 : 0;
      begun += (stage + 1) / STAGES;
    }
    return new Look(waiting, running, begun);
  }

  /** Ends the submissions; {@link #over} once all tasks have ended. */
  void stop() {
    isStopping = true;
    LockSupport.unpark(front);
  }

  /** Counts down when the callers have stopped, or when the workers accept no task. */
  CountDownLatch over() {
    return over;
  }

  /** Why the workers accept no task; null while they do. */
  @Nullable Throwable failure() {
    return failure;
  }

  private void submitForAll() {
    try {
      int inHand = 0;
      for (; inHand < count && !isStopping; inHand++) {
        submit(all.get(inHand));
      }
      while (inHand > 0) {
        Caller batch = ended.getAndSet(null);
        if (batch == null) {
          sleep();
        } else {
          inHand -= again(inOrder(batch));
        }
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    } finally {
      over.countDown();
    }
  }

  private void sleep() {
    isAsleep = true;
    if (ended.get() == null) {
      LockSupport.park(this);
    }
    isAsleep = false;
  }

  private static Caller inOrder(Caller stack) {
    Caller first = stack;
    Caller rest = stack.next;
    stack.next = null;
    while (rest != null) {
      Caller below = rest.next;
      rest.next = first;
      first = rest;
      rest = below;
    }
    return first;
  }

  /** Counts ended tasks and submits them again; returns the number of failures. */
  private int again(Caller first) {
    int left = 0;
    long counted = completed;
    for (Caller at = first; at != null; ) {
      Caller following = at.next;
      at.next = null;
      waits.add(at.beginNs - at.submitNs);
      responses.add(at.endNs - at.submitNs);
      completed = ++counted;
      if (isStopping) {
        left++;
      } else {
        submit(at);
      }
      at = following;
    }
    return left;
  }

  private void submit(Caller caller) {
    caller.submitNs = clock.nanoTime();
    caller.advance();
    workers.execute(caller);
  }

  /**
   * A caller with at most one task: it is that task. The front writes it before submission and
   * reads it after the return; the worker writes it during the run.
   */
  private final class Caller implements Runnable {
    private @Nullable Caller next;
    private long submitNs;
    private long beginNs;
    private long endNs;

    /**
     * Three stages for each task, with one writer at a time, as for the other fields; readable at
     * any time.
     */
    private volatile long stage;

    private void advance() {
      STAGE.lazySet(this, stage + 1);
    }

    @Override
    public void run() {
      beginNs = clock.nanoTime();
      advance();
      try {
        work.run();
      } finally {
        endNs = clock.nanoTime();
        advance();
        handBack();
      }
    }

    private void handBack() {
      Caller head;
      do {
        head = ended.get();
        next = head;
      } while (!ended.compareAndSet(head, this));
      if (isAsleep) {
        LockSupport.unpark(front);
      }
    }
  }
}
