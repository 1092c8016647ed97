package dev.foliot.pool;

import dev.foliot.pool.IdleWorkers.Park;
import dev.foliot.pool.control.Unit;
import java.util.Collection;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs tasks on platform threads, at most as many as the size. After the size falls, surplus
 * threads end after their task.
 *
 * <p>A worker is busy, searching or idle. A submitter wakes or starts a worker if none searches, or
 * if too few search for the waiting tasks. So does a searcher that finds a task. As many workers
 * search at once as have work for longer than a wake-up takes: one for each waiting task of 50 us
 * or more, and one for many shorter ones. Wake-ups of long tasks thus do not wait for one another,
 * and a stream of short tasks wakes none in vain. [1] Vyukov, "Scalable Go Scheduler Design Doc",
 * 2012, has such searchers, and wakes one at a time.
 *
 * <p>No worker stays parked while a task waits. A submitter queues its task first, and then checks
 * for searching and idle workers. A worker that parks first joins the idle ones and stops counting
 * as searching, and then checks the queue. All these accesses are volatile, and one side always
 * notices the other. The same holds for a thread that ends and for a size that rises. A worker
 * counts as searching from its start. If its thread does not arrive, the control thread notices
 * ({@link Newcomers}), and the worker does not count until it arrives.
 */
class PlatformPool extends PoolBody {
  private static final long SEARCHING = 1;
  private static final long BUSY = 1L << 32;

  /** A few microseconds: about the cost of parking and waking. */
  private static final int SPINS = 64;

  /** About the time from a wake-up to the worker's first task. */
  private static final long WAKE_NS = 50_000;

  /** With shorter tasks, the search of one worker is as good as that of two. */
  private static final int MOST_TASKS_PER_WAKE = 64;

  private final IdleWorkers idle = new IdleWorkers();
  private final AtomicInteger threads = new AtomicInteger();
  private final AtomicInteger made = new AtomicInteger();

  /** The number of busy workers in the upper bits, of searching ones in the lower bits. */
  private final AtomicLong awake = new AtomicLong();

  private final Newcomers newcomers = new Newcomers();

  /** Number of late threads, which do not count as searching. */
  private final AtomicInteger late = new AtomicInteger();

  private final Retry retry = new Retry();
  private final AtomicInteger mostBusy = new AtomicInteger();
  private final ThreadFactory factory;
  private final long keepAliveNs;
  private final int spins;

  /** How many workers may spin at once: as in Go, the others keep half of the CPUs. */
  private final int mostSpinning;

  /** Number of tasks that are worth a wake-up. */
  private volatile int tasksPerWake = 1;

  /** The last start of a thread failed; a later look tries again. */
  private volatile boolean isFailing;

  PlatformPool(PoolSettings settings) {
    super(settings, startSize(Runtime.getRuntime().availableProcessors()), Unit.THREADS);
    ThreadFactory given = settings.threadFactory();
    factory = given == null ? new WorkerThreads(settings.name()) : WorkerThreads.steady(given);
    keepAliveNs = settings.keepAliveNs();
    int cpus = Runtime.getRuntime().availableProcessors();
    spins = cpus > 1 ? SPINS : 0;
    mostSpinning = Math.max(1, cpus / 2);
  }

  /** The initial size for this many CPUs: one blocked task must not stop another. */
  static int startSize(int cpus) {
    return Math.max(2, cpus);
  }

  @Override
  void dispatch() {
    while (hasPlace()) {
      long seen = awake.get();
      if (isEnough((int) seen)) {
        return;
      }
      StackRoom.check();
      if (!awake.compareAndSet(seen, seen + SEARCHING)) {
        continue;
      }
      boolean isFound = false;
      try {
        isFound = wakeOne() || startOne();
      } finally { // also on a stack overflow
        if (!isFound) {
          // the search found nothing, but others have relied on it
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

  /** Whether a worker is idle, or another one may be started. */
  private boolean hasPlace() {
    return !idle.isEmpty() || (threads.get() < sizing.size() && !isFailing);
  }

  /** Whether this many searching workers are enough for the waiting tasks. */
  private boolean isEnough(int searching) {
    return (long) searching * tasksPerWake >= queue.size();
  }

  @Override
  void taskTime(double meanNs) {
    tasksPerWake = (int) Math.max(1, Math.min(MOST_TASKS_PER_WAKE, WAKE_NS / Math.max(1, meanNs)));
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
    // each call looks whether one more is wanted: the others go on meanwhile
    for (int i = queue.size() - late.get(); i > 0 && hasPlace(); i--) {
      dispatch();
    }
    dispatch();
  }

  @Override
  public int prestart() {
    int started = 0;
    while (threads.get() < Math.min(sizing.minimum(), sizing.size()) && startToSearch()) {
      started++;
    }
    return started;
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
    // the next task would trigger a check for late ones, but a closed pool gets none
    return super.mayRest() && !(queue.isClosed() ? newcomers.isAny() : newcomers.isAnyInTime());
  }

  /**
   * Reports a worker that counts as searching but has not arrived for long. Called before a
   * dispatch.
   */
  void missed() {
    late.getAndIncrement();
    awake.getAndAdd(-SEARCHING);
  }

  /** Reports a late worker as lost: its thread has ended. */
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

  /** Reports the arrival of a worker's thread; a late one does not count as searching. */
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
  Collection<Thread> lastWorkers() {
    return alive;
  }

  private boolean wakeToSearch() {
    StackRoom.check();
    awake.getAndAdd(SEARCHING);
    boolean isWoken = false;
    try {
      isWoken = wakeOne();
    } finally { // also on a stack overflow
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
    } finally { // see above
      if (!isStarted) {
        awake.getAndAdd(-SEARCHING);
      }
    }
    return isStarted;
  }

  /** Wakes the last parked worker, already counted as searching. */
  private boolean wakeOne() {
    Park park = idle.pop();
    if (park == null) {
      return false;
    }
    LockSupport.unpark(park.thread);
    return true;
  }

  /** Starts a worker, already counted as searching, if the size allows it. */
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
    } finally { // also on a stack overflow
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
    } catch (Throwable e) { // most likely no memory for it: other workers do its work
      if (isAdmitted && thread != null && thread.getState() != Thread.State.NEW) {
        threadFailed(e); // it was started despite the exception
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

  /** Takes a task for a searching worker; false if the queue is empty. */
  boolean search(QueuedTask into) {
    if (isSurplus()) {
      return false;
    }
    if (poll(into)) {
      return true;
    }
    queue.foundEmpty();
    for (int left = searching() > mostSpinning ? 0 : spins; left > 0; left--) {
      Thread.onSpinWait();
      if (poll(into)) {
        return true;
      }
    }
    return false;
  }

  /** Turns a searching worker into a busy one. */
  void found() {
    long now = awake.addAndGet(BUSY - SEARCHING);
    int busy = (int) (now >>> 32);
    if (busy > mostBusy.get()) {
      mostBusy.accumulateAndGet(busy, Math::max);
    }
    if (!queue.isEmpty()) {
      dispatch();
    }
  }

  /** Takes the next task for a busy worker; false if it must not run one. */
  boolean next(QueuedTask into) {
    return !isSurplus() && poll(into);
  }

  private boolean isSurplus() {
    return threads.get() > sizing.size();
  }

  /** Turns a busy worker into a searching one; false if it must end. */
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

  /** Parks a searching worker that found nothing; false if it must end. */
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
      return true; // it keeps searching until memory for a park is available
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
      Thread.interrupted(); // the wake-up was meant for a task
    }
    return true;
  }

  /** Removes the current thread from the workers. */
  private void ended() {
    if (!queue.isClosed()) { // otherwise, close() waits for it
      alive.remove(Thread.currentThread());
    }
    if (!queue.isEmpty()) {
      dispatch();
    }
    tryTerminate();
  }
}
