package dev.foliot.pool;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The body that runs each task on a virtual thread of its own, at most as many at once as the size
 * says; the others wait.
 *
 * <p>A task that ends hands its permit to the next one and starts that one's thread. It does not
 * run it itself: who uses virtual threads counts on fresh thread locals, and a new thread costs
 * less than a microsecond. While nothing waits and permits are left, tasks do not see the queue at
 * all. A task counts as begun when its thread is started, so that the wait for a carrier is part of
 * the time in task, as the wait for a CPU is with platform threads. The CPU time of virtual threads
 * cannot be had, so no task's is sampled.
 *
 * <p>While a thread that was started has not yet had a carrier, no task that ends starts another:
 * the JDK's scheduler takes one submitter's threads for as long as there are any, so on one carrier
 * those that ended tasks start would keep those waiting that came from outside. The last of them to
 * have a carrier begins what waits meanwhile.
 *
 * <p>Permits cost nothing, unlike threads, so the size begins far above that of the other body.
 */
final class VirtualPool extends PoolBody {
  private static final int START = 4096;

  private static final String NOT_VIRTUAL =
      "the thread factory makes platform threads: give virtual() one that makes virtual threads, or"
          + " build the pool by platform()";

  /** A task that takes longer is always counted with its time. */
  private static final long LONG_NS = 100_000;

  /** In place of the stamp of a task that did not wait. */
  private static final long DIRECT = Long.MIN_VALUE;

  private final Permits permits = new Permits();

  /** How many threads of tasks have had a carrier. */
  private final LongAdder entered = new LongAdder();

  /** How many tasks were accepted that did not pass through the queue. */
  private final LongAdder direct = new LongAdder();

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
    loadForStartsByTasks();
    ThreadFactory own = VirtualThreads.factory(settings.name());
    ThreadFactory given = settings.threadFactory();
    factory = given == null ? own : given;
  }

  /**
   * A thread that is started by a virtual one is wrapped so in the JDK's scheduler. Were the class
   * loaded when that happens first, under load, the compiled code of the scheduler would be thrown
   * away, which counts on there being no such class.
   */
  private static void loadForStartsByTasks() {
    Objects.requireNonNull(ForkJoinTask.adapt(() -> {}));
  }

  /** Most tasks of an unrestrained pool never see the queue. */
  @Override
  boolean beginAtOnce(Runnable task) {
    if (queue.size() != 0 || isFailing || !acquire()) {
      return false;
    }
    if (queue.isClosed()) {
      giveBack();
      dispatch(); // for who found no permit meanwhile
      return false;
    }
    begin(task, DIRECT, clock.nanoTime());
    return true;
  }

  @Override
  void dispatch() {
    if (foundEmpty()) {
      return;
    }
    QueuedTask task = new QueuedTask();
    while (!foundEmpty() && !isFailing && acquire()) {
      if (queue.poll(task)) {
        beginQueued(task, clock.nanoTime());
      } else {
        giveBack(); // and look again
      }
    }
  }

  @Override
  void dispatchAll() {
    isFailing = false;
    dispatch();
  }

  private boolean foundEmpty() {
    if (!queue.isEmpty()) {
      return false;
    }
    queue.foundEmpty();
    return true;
  }

  /** Whether a task was begun whose thread waits for its first carrier, or for its start. */
  private boolean isBacklogged() {
    return permits.isAnyBegunBeyond(entered.sum());
  }

  private boolean acquire() {
    return permits.acquire(sizing.size());
  }

  /** Gives a permit back that was not used. */
  private void giveBack() {
    permits.giveBack();
    if (queue.isClosed()) {
      tryTerminate();
    }
  }

  /** Starts the thread of a task that waited, for which there is a permit. */
  private void beginQueued(QueuedTask task, long nowNs) {
    long waitNs = lastWaitNs;
    int worker = (int) Thread.currentThread().getId();
    if (task.isStamped()) {
      waitNs = Math.max(0, nowNs - task.acceptedNs);
      lastWaitNs = waitNs;
      counts.waited(worker, waitNs);
    }
    counts.begun(worker, waitNs);
    begin(task.task, task.acceptedNs, nowNs);
  }

  /**
   * Starts the thread of a task for which there is a permit.
   *
   * @param acceptedNs the stamp of a task that waited
   */
  private void begin(Runnable task, long acceptedNs, long nowNs) {
    Thread thread = null;
    boolean isRefused = false;
    boolean isToCount = acceptedNs == DIRECT;
    try {
      Run run = new Run(task, nowNs);
      thread = factory.newThread(run);
      isRefused = thread != null && !VirtualThreads.isVirtual(thread) && acceptedNs == DIRECT;
      if (!isRefused) {
        if (isToCount) {
          isToCount = false;
          direct.increment(); // before it can end
        }
        checkMade(thread);
        if (acceptedNs == DIRECT) {
          countNoWait((int) thread.getId());
        }
        run.isAdmitted = true;
        alive.add(thread);
        thread.start(); // whose scheduler may refuse it
      }
    } catch (Throwable e) { // most likely no memory for it
      if (thread != null) {
        alive.remove(thread);
      }
      isFailing = true;
      threadFailed(e);
      if (isToCount) {
        direct.increment();
      }
      putBack(task, acceptedNs == DIRECT ? QueuedTask.NO_STAMP : acceptedNs);
      runLeft();
      giveBack();
    }
    if (isRefused) {
      giveBack();
      dispatch(); // for who found no permit meanwhile
      throw reject(NOT_VIRTUAL);
    }
  }

  /** A task waits for nothing; as many of these are counted as have a stamp of those that wait. */
  private void countNoWait(int number) {
    int every = queue.stampEvery();
    if ((number & (every - 1)) == 0) {
      counts.waited(number / every, 0);
    }
  }

  private static void checkMade(@Nullable Thread thread) {
    if (thread == null) {
      throw new NullPointerException("the thread factory returned null");
    }
    if (!VirtualThreads.isVirtual(thread)) {
      throw new IllegalStateException(NOT_VIRTUAL);
    }
    checkNew(thread);
  }

  /**
   * Who stopped the pool may have been given the waiting tasks before one was put back: those that
   * are left then run here, interrupted as all are.
   */
  private void runLeft() {
    QueuedTask left = new QueuedTask();
    while (isStopped() && queue.poll(left)) {
      boolean wasInterrupted = Thread.interrupted();
      entered.increment();
      runTask(left.task);
      permits.next();
      Thread.interrupted();
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void putBack(Runnable task, long acceptedNs) {
    QueuedTask returned = new QueuedTask();
    returned.task = task;
    returned.acceptedNs = acceptedNs;
    queue.putBack(returned);
  }

  /** What the thread of a task does. */
  private final class Run implements Runnable {
    private final Runnable task;
    private final long beginNs;

    /** Set before its thread is started: one that someone else started does nothing. */
    private boolean isAdmitted;

    Run(Runnable task, long beginNs) {
      this.task = task;
      this.beginNs = beginNs;
    }

    @Override
    public void run() {
      if (isAdmitted) {
        VirtualPool.this.run(task, beginNs);
      }
    }
  }

  private void run(Runnable task, long beginNs) {
    Thread thread = Thread.currentThread();
    entered.increment();
    if (queue.size() != 0 && !isBacklogged()) {
      dispatch();
    }
    runTask(task);
    long nowNs = clock.nanoTime();
    alive.remove(thread);
    count((int) thread.getId(), nowNs - beginNs);
    if (foundEmpty()) {
      end();
      return;
    }
    QueuedTask next = new QueuedTask();
    if (mayBeginNext() && queue.poll(next)) {
      permits.next();
      beginQueued(next, nowNs);
    } else {
      end();
    }
  }

  private boolean mayBeginNext() {
    return permits.running() <= sizing.size() && !isFailing && !isBacklogged();
  }

  private void runTask(Runnable task) {
    if (isStopped()) { // perhaps before this thread could be interrupted
      Thread.currentThread().interrupt();
    }
    try {
      task.run();
    } catch (Throwable e) {
      Uncaught.hand(e);
    }
  }

  /** Of short tasks that come by the hundred thousand a second only some are counted, for all. */
  private void count(int number, long ns) {
    int every = queue.stampEvery();
    if (ns >= LONG_NS) {
      counts.spent(number, ns);
      counts.ran(number, ns);
    } else if ((number & (every - 1)) == 0) {
      counts.spent(number / every, ns * every);
      counts.ran(number / every, ns, every);
    }
  }

  private void end() {
    permits.end();
    // afterwards, so that who has a carrier from now on sees the permit
    if (!isBacklogged()) {
      dispatch(); // for who came in between and found no permit
    }
    if (queue.isClosed()) {
      tryTerminate();
    }
  }

  @Override
  Totals totals() {
    Totals counted = super.totals();
    long ended = permits.ended();
    return new Totals(permits.begun(), ended, counted.taskTimeNs(), counted.queueWaitNs(), 0, 0);
  }

  @Override
  long submitted() {
    return direct.sum() + super.submitted();
  }

  @Override
  int threads() {
    return permits.running();
  }

  @Override
  int running() {
    return permits.running();
  }

  @Override
  int mostRunningSinceLast() {
    return permits.mostSinceLast();
  }

  @Override
  boolean isDeserted() {
    return permits.running() == 0;
  }

  @Override
  void wakeIdle() {}

  @Override
  void interruptAll() {
    alive.forEach(Thread::interrupt);
  }
}
