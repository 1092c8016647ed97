package dev.foliot.pool;

import dev.foliot.pool.IdleWorkers.Park;
import dev.foliot.pool.control.Unit;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The body that runs tasks on platform threads, of which there are at most as many as the size
 * says; those that were too many when it fell end after their task.
 *
 * <p>A worker is busy, searching or idle. At most one is woken or started at a time: who puts a
 * task into the queue does it only if none searches, and the last one to stop searching because it
 * found a task does it if another task waits. So the workers come one after the other for as long
 * as there is work for them, and a stream of short tasks wakes nobody who would find nothing. [1]
 * Vyukov, "Scalable Go Scheduler Design Doc", 2012, has the same rule.
 *
 * <p>No worker stays parked beside a task. Who offers a task puts it into the queue and looks for
 * searching and idle workers afterwards; who parks is put among the idle, no longer counted as
 * searching, and looks at the queue afterwards; all these accesses are volatile, so that one of
 * both sees the other. The same holds for a thread that ends and for the size that rises. A worker
 * counts as searching from its start on; one whose thread does not come is found by the control
 * thread ({@link Newcomers}), and counts no more until it does.
 */
class PlatformPool extends PoolBody {
  private static final long SEARCHING = 1;
  private static final long BUSY = 1L << 32;

  /** A few microseconds: about what parking and being woken costs. */
  private static final int SPINS = 64;

  private final IdleWorkers idle = new IdleWorkers();
  private final AtomicInteger threads = new AtomicInteger();
  private final AtomicInteger made = new AtomicInteger();

  /** How many workers are busy, above, and searching, below. */
  private final AtomicLong awake = new AtomicLong();

  private final Newcomers newcomers = new Newcomers();

  /** How many threads have not come and are not counted as searching any more. */
  private final AtomicInteger late = new AtomicInteger();

  private final Retry retry = new Retry();
  private final AtomicInteger mostBusy = new AtomicInteger();
  private final Set<Thread> alive = ConcurrentHashMap.newKeySet();
  private final ThreadFactory factory;
  private final long keepAliveNs;
  private final int spins;

  /** No thread could be started lately; a later look tries again. */
  private volatile boolean isFailing;

  PlatformPool(PoolSettings settings) {
    super(settings, startSize(Runtime.getRuntime().availableProcessors()), Unit.THREADS);
    ThreadFactory given = settings.threadFactory();
    factory = given == null ? new WorkerThreads(settings.name()) : WorkerThreads.steady(given);
    keepAliveNs = settings.keepAliveNs();
    spins = Runtime.getRuntime().availableProcessors() > 1 ? SPINS : 0;
  }

  /** The size to begin with on so many CPUs: beside a task that blocks another one is to run. */
  static int startSize(int cpus) {
    return Math.max(2, cpus);
  }

  @Override
  void dispatch() {
    while (searching() == 0 && (!idle.isEmpty() || (threads.get() < sizing.size() && !isFailing))) {
      StackRoom.check();
      long seen = awake.get();
      if ((int) seen != 0 || !awake.compareAndSet(seen, seen + SEARCHING)) {
        continue;
      }
      boolean isFound = false;
      try {
        isFound = wakeOne() || startOne();
      } finally { // of a stack that overflows, too
        if (!isFound) {
          // the mark was up for nothing, but who saw it has relied on it
          awake.getAndAdd(-SEARCHING);
        }
      }
      if (isFound) {
        return;
      }
      if (queue.isEmpty()) {
        return;
      }
    }
  }

  @Override
  void dispatchAll() {
    if (isFailing && retry.isDue(clock.nanoTime())) {
      isFailing = false;
    }
    for (int surplus = threads.get() - sizing.size(); surplus > 0 && wakeToSearch(); surplus--) {}
    if (queue.isEmpty()) {
      return;
    }
    dispatch();
    if (idle.isEmpty()) {
      for (int i = queue.size() - searching() - late.get(); i > 0 && !isFailing; i--) {
        if (!startToSearch()) {
          dispatch();
          return;
        }
      }
    }
  }

  @Override
  void lookAfter(long nowNs) {
    newcomers.look(nowNs, this);
  }

  @Override
  boolean isAnyoneAwaited() {
    return newcomers.isAny();
  }

  @Override
  boolean mayRest() {
    // one that is late is looked for when the next task comes, but of a closed pool none does
    return super.mayRest() && !(queue.isClosed() ? newcomers.isAny() : newcomers.isAnyInTime());
  }

  /** A worker that is counted as searching has not come for long. Before a dispatch. */
  void missed() {
    late.getAndIncrement();
    awake.getAndAdd(-SEARCHING);
  }

  /** A worker that was late never comes: its thread has ended. */
  void lost(Thread thread) {
    late.getAndDecrement();
    alive.remove(thread);
    threads.getAndDecrement();
    isFailing = true;
    retry.failed(clock.nanoTime());
    threadFailed(
        new IllegalStateException("a thread of the factory's ended without doing its work"));
    tryTerminate();
  }

  /** A worker's thread has come, if late without being counted as searching. */
  void arrived(boolean isInTime) {
    retry.succeeded();
    if (!isInTime) {
      awake.getAndAdd(SEARCHING);
      late.getAndDecrement();
    }
  }

  private int searching() {
    return (int) awake.get();
  }

  @Override
  int running() {
    return (int) (awake.get() >>> 32);
  }

  @Override
  int threads() {
    return threads.get();
  }

  @Override
  int mostRunningSinceLast() {
    int now = running();
    return Math.max(now, mostBusy.getAndSet(now));
  }

  @Override
  boolean isDeserted() {
    return threads.get() == 0;
  }

  @Override
  void wakeIdle() {
    while (wakeToSearch()) {}
  }

  @Override
  void interruptAll() {
    alive.forEach(Thread::interrupt);
  }

  private boolean wakeToSearch() {
    StackRoom.check();
    awake.getAndAdd(SEARCHING);
    boolean isWoken = false;
    try {
      isWoken = wakeOne();
    } finally { // of a stack that overflows, too
      if (!isWoken) {
        awake.getAndAdd(-SEARCHING);
      }
    }
    if (!isWoken && !queue.isEmpty()) {
      dispatch();
    }
    return isWoken;
  }

  private boolean startToSearch() {
    StackRoom.check();
    awake.getAndAdd(SEARCHING);
    boolean isStarted = false;
    try {
      isStarted = startOne();
    } finally { // as above
      if (!isStarted) {
        awake.getAndAdd(-SEARCHING);
      }
    }
    return isStarted;
  }

  /** Wakes the worker that parked last, which has been counted as searching. */
  private boolean wakeOne() {
    Park park = idle.pop();
    if (park == null) {
      return false;
    }
    LockSupport.unpark(park.thread);
    return true;
  }

  /** Starts a worker, which has been counted as searching, if there may be one more. */
  private boolean startOne() {
    int seen;
    do {
      seen = threads.get();
      if (seen >= sizing.size()) {
        return false;
      }
    } while (!threads.compareAndSet(seen, seen + 1));
    boolean isStarted = false;
    try {
      isStarted = !queue.isOver() && start();
    } finally { // of a stack that overflows, too
      if (!isStarted) {
        threads.getAndDecrement();
        tryTerminate();
      }
    }
    return isStarted;
  }

  private boolean start() {
    Worker worker = null;
    Thread thread = null;
    boolean isAdmitted = false;
    try {
      worker = new Worker(this, made.getAndIncrement());
      thread = factory.newThread(worker);
      if (thread == null) {
        throw new NullPointerException("the thread factory returned null");
      }
      checkNew(thread);
      worker.admit();
      isAdmitted = true;
      newcomers.add(worker, thread);
      alive.add(thread);
      thread.start();
      return true;
    } catch (Throwable e) { // most likely no memory for it: the others do its work
      if (isAdmitted && thread != null && thread.getState() != Thread.State.NEW) {
        threadFailed(e); // and yet it was started
        return true;
      }
      if (worker != null) {
        worker.abandon();
      }
      if (thread != null) {
        alive.remove(thread);
      }
      isFailing = true;
      retry.failed(clock.nanoTime());
      threadFailed(e);
      return false;
    }
  }

  /** Takes a task for a worker that is counted as searching; false if it found none. */
  boolean search(QueuedTask into) {
    if (isSurplus()) {
      return false;
    }
    if (queue.poll(into)) {
      return true;
    }
    queue.foundEmpty();
    for (int left = searching() > 1 ? 0 : spins; left > 0; left--) {
      Thread.onSpinWait();
      if (queue.poll(into)) {
        return true;
      }
    }
    return false;
  }

  /** A worker that was searching is busy. */
  void found() {
    long now = awake.addAndGet(BUSY - SEARCHING);
    int busy = (int) (now >>> 32);
    if (busy > mostBusy.get()) {
      mostBusy.accumulateAndGet(busy, Math::max);
    }
    if ((int) now == 0 && !queue.isEmpty()) {
      dispatch();
    }
  }

  /** Takes the next task for a worker that is busy; false if it is not to run one. */
  boolean next(QueuedTask into) {
    return !isSurplus() && queue.poll(into);
  }

  private boolean isSurplus() {
    return threads.get() > sizing.size();
  }

  /** A worker that was busy searches; false if it is to end. */
  boolean searchAgain() {
    if (leftAsSurplus()) {
      awake.getAndAdd(-BUSY);
      ended();
      return false;
    }
    awake.getAndAdd(SEARCHING - BUSY);
    return true;
  }

  private boolean leftAsSurplus() {
    int seen;
    do {
      seen = threads.get();
      if (seen <= sizing.size()) {
        return false;
      }
    } while (!threads.compareAndSet(seen, seen - 1));
    return true;
  }

  /** A worker that was searching found nothing and parks; false if it is to end. */
  boolean stay() {
    if (leftAsSurplus()) {
      awake.getAndAdd(-SEARCHING);
      ended();
      return false;
    }
    Park park;
    try {
      park = new Park(Thread.currentThread());
    } catch (OutOfMemoryError e) {
      return true; // it searches until there is memory for a rest
    }
    idle.push(park);
    awake.getAndAdd(-SEARCHING);
    if (!queue.isEmpty()) {
      dispatch();
    }
    long endNs = clock.nanoTime() + keepAliveNs;
    while (!park.isTaken()) {
      long leftNs = endNs - clock.nanoTime();
      if ((leftNs <= 0 || queue.isClosed()) && park.take()) {
        idle.prune();
        threads.getAndDecrement();
        ended();
        return false;
      }
      clock.park(this, leftNs);
      Thread.interrupted(); // it was meant for a task
    }
    return true;
  }

  /** The current thread is no worker any more. */
  private void ended() {
    alive.remove(Thread.currentThread());
    if (!queue.isEmpty()) {
      dispatch();
    }
    tryTerminate();
  }
}
