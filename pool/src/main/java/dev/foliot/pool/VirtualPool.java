package dev.foliot.pool;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The body that runs each task on a virtual thread of its own, at most as many at once as the size
 * says; the others wait.
 *
 * <p>A task that ends hands its permit to the next one and starts that one's thread. It does not
 * run it itself: who uses virtual threads counts on fresh thread locals, and a new thread costs
 * less than a microsecond. A task counts as begun when its thread is started, so that the wait for
 * a carrier is part of the time in task, as the wait for a CPU is with platform threads.
 *
 * <p>Permits cost nothing, unlike threads, so the size begins far above that of the other body.
 */
final class VirtualPool extends PoolBody {
  private static final int START = 4096;

  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger mostRunning = new AtomicInteger();
  private final Set<Thread> alive = ConcurrentHashMap.newKeySet();
  private final ThreadFactory factory;

  /** That of a task with a stamp, for those that have none; about right will do. */
  private volatile long lastWaitNs;

  /** No thread could be started lately; the next look tries again. */
  private volatile boolean isFailing;

  /**
   * @throws UnsupportedOperationException below JDK 21
   */
  VirtualPool(PoolSettings settings) {
    super(settings, START);
    ThreadFactory own = VirtualThreads.factory(settings.name());
    ThreadFactory given = settings.threadFactory();
    factory = given == null ? own : given;
  }

  @Override
  void dispatch() {
    while (!queue.isEmpty() && !isFailing && acquire()) {
      QueuedTask task = new QueuedTask();
      if (!queue.poll(task)) {
        running.getAndDecrement();
        continue; // and look again, as after each release
      }
      begin(task, clock.nanoTime());
    }
    if (queue.isOver()) {
      tryTerminate();
    }
  }

  @Override
  void dispatchAll() {
    isFailing = false;
    dispatch();
  }

  private boolean acquire() {
    int seen;
    do {
      seen = running.get();
      if (seen >= sizing.size()) {
        return false;
      }
    } while (!running.compareAndSet(seen, seen + 1));
    if (seen >= mostRunning.get()) {
      mostRunning.accumulateAndGet(seen + 1, Math::max);
    }
    return true;
  }

  /** Starts the thread of a task for which there is a permit. */
  private void begin(QueuedTask task, long nowNs) {
    long waitNs = task.isStamped() ? Math.max(0, nowNs - task.acceptedNs) : lastWaitNs;
    counts.begun((int) task.acceptedNs, waitNs);
    if (task.isStamped()) {
      counts.waited((int) task.acceptedNs, waitNs);
      lastWaitNs = waitNs;
    }
    Thread thread = null;
    try {
      thread = factory.newThread(() -> run(task, nowNs));
      if (thread == null) {
        throw new NullPointerException("the thread factory returned null");
      }
      alive.add(thread);
      thread.start();
    } catch (Throwable e) { // most likely no memory for it
      if (thread != null) {
        alive.remove(thread);
      }
      isFailing = true;
      threadFailed(e);
      counts.notBegun((int) task.acceptedNs, waitNs);
      queue.putBack(task);
      running.getAndDecrement();
    }
  }

  private void run(QueuedTask task, long beginNs) {
    Thread thread = Thread.currentThread();
    if (isStopped()) { // perhaps before this thread could be interrupted
      thread.interrupt();
    }
    try {
      task.task.run();
    } catch (Throwable e) {
      Uncaught.hand(e);
    }
    long nowNs = clock.nanoTime();
    alive.remove(thread);
    int number = (int) thread.getId();
    counts.ended(number, nowNs - beginNs);
    counts.ran(number, nowNs - beginNs);
    QueuedTask next = new QueuedTask();
    if (running.get() <= sizing.size() && !isFailing && queue.poll(next)) {
      begin(next, nowNs);
    } else {
      running.getAndDecrement();
      dispatch();
    }
  }

  @Override
  int threads() {
    return running.get();
  }

  @Override
  int running() {
    return running.get();
  }

  @Override
  int mostRunningSinceLast() {
    int now = running.get();
    return Math.max(now, mostRunning.getAndSet(now));
  }

  @Override
  boolean isDeserted() {
    return running.get() == 0;
  }

  @Override
  void wakeIdle() {}

  @Override
  void interruptAll() {
    alive.forEach(Thread::interrupt);
  }
}
