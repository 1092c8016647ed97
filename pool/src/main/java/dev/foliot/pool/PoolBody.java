package dev.foliot.pool;

import dev.foliot.pool.TaskQueue.Offer;
import dev.foliot.pool.control.CpuReading;
import dev.foliot.pool.control.DecisionText;
import dev.foliot.pool.control.Observation;
import dev.foliot.pool.control.Unit;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The common parts of both pools: executor contract, queue, counts and size.
 *
 * <p>A subclass begins tasks ({@link #dispatch}), at most as many at once as the size. Its life has
 * four stages. Running. Closed: the queue refuses tasks. Stopped: waiting tasks are returned and
 * running ones interrupted. Terminated: no task and no thread that could run one remains. Every
 * leaving thread and every closing caller invokes {@link #tryTerminate}; the last of them ends the
 * pool.
 *
 * <p>One long class: acceptance, expiry, removal and the end of the pool share one promise, that no
 * task is lost and none waits for ever, and are read together.
 */
abstract class PoolBody extends AbstractExecutorService implements AdaptivePool {
  /** How long {@code close} waits for the pool's threads after the last task. */
  private static final long END_NS = 2_000_000_000L;

  private static final long SHORTEST_EXPIRY_NS = 1_000_000;
  private static final String CHANGED = "set while the pool runs";

  final TaskQueue queue;
  final TaskCounts counts;
  final Sizing sizing;
  final NanoClock clock;
  final Unit unit;
  private final String name;
  private final Control control;
  private final CountDownLatch terminated = new CountDownLatch(1);
  private final LongAdder rejected = new LongAdder();

  // these are rare, and must not need memory
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong expired = new AtomicLong();

  private final RejectionPolicy rejection;
  private final @Nullable TaskHooks hooks;
  private final long maxQueueNs;
  private volatile String maximumReason;
  private volatile boolean isStopped;
  private volatile @Nullable PoolBean bean;

  /** The threads of the pool that have arrived and not left. */
  final Set<Thread> alive = ConcurrentHashMap.newKeySet();

  PoolBody(PoolSettings settings, int start, Unit unit) {
    this.unit = unit;
    name = settings.name();
    clock = settings.sources().clock();
    rejection = settings.waiting().rejection();
    hooks = settings.hooks();
    maxQueueNs = settings.waiting().maxQueueNs();
    maximumReason = settings.limits().maximumReason();
    queue = new TaskQueue(settings.waiting().queueBound(), this::places, clock);
    counts = new TaskCounts(Runtime.getRuntime().availableProcessors(), clock.nanoTime());
    sizing = new Sizing(settings.limits().minimum(), settings.limits().maximum(), start);
    control = new Control(this, settings, sizing.size());
  }

  /**
   * Shows the pool in JMX, soon and until it terminates. Called once, before the pool is published.
   */
  final void show() {
    bean = PoolBean.registerSoon(this, name, this::isQuiet);
  }

  /**
   * Begins a task without queueing it, if none waits and one more may run. Returns false if it must
   * be queued.
   */
  boolean beginAtOnce(Runnable task) {
    return false;
  }

  /** Wraps a task for the queue: it may need something from the submitting thread. */
  Runnable toQueue(Runnable task) {
    return task;
  }

  /** Unwraps the task. */
  Runnable fromQueue(Runnable queued) {
    return queued;
  }

  /** Begins the first waiting task, if one more may run. Called after each offer. */
  abstract void dispatch();

  /** Begins as many waiting tasks as the size allows. Called after a change of the size. */
  abstract void dispatchAll();

  /** Records the mean time in tasks that ended since the last look. Called at each look. */
  void taskTime(double meanNs) {}

  /** Repairs stuck work, if any. Called only by the control thread, at each look. */
  void lookAfter(long nowNs) {}

  /** Whether work is under way that may get stuck after the last task has come. */
  boolean isAnyoneAwaited() {
    return false;
  }

  /** Number of threads. */
  abstract int threads();

  /** The counts so far. */
  Totals totals() {
    return counts.totals();
  }

  /** Number of accepted tasks, whatever became of them; never decreases. */
  long submitted() {
    return queue.accepted();
  }

  /** Number of running tasks. */
  abstract int running();

  /** Number of further tasks that may run: soon, if the size may still rise for them. */
  private int places() {
    int most = control.mayGrow() ? sizing.maximum() : sizing.size();
    return Math.max(0, most - running());
  }

  /** Number of started virtual threads that have never run. */
  int withoutCarrier() {
    return 0;
  }

  /** The maximum number of running tasks since the last call. */
  abstract int mostRunningSinceLast();

  /** Ends threads without work. */
  abstract void wakeIdle();

  /** Interrupts all tasks. */
  private void interruptAll() {
    alive.forEach(Thread::interrupt);
  }

  /** Whether no thread remains that could run a task; called when the queue is over. */
  abstract boolean isDeserted();

  @Override
  public final void execute(Runnable task) {
    Objects.requireNonNull(task, "a task is not null");
    if (control.isNone() && isDeserted()) {
      findControl();
    }
    try {
      if (beginAtOnce(task)) {
        control.taskArrived();
        return;
      }
      // no switch: its table is a separate class, which a stack overflow would break
      Offer offer = queue.offer(toQueue(task));
      if (offer == Offer.CLOSED) {
        refuse(task, "the pool " + name + " has been shut down");
        return;
      }
      if (offer == Offer.FULL) {
        refuse(task, full());
        return;
      }
      dispatch();
      control.taskArrived();
    } catch (StackOverflowError e) {
      control.nudge(); // the task may be queued with no thread notified
      throw e;
    }
  }

  private void refuse(Runnable task, String why) {
    rejected.increment();
    rejection.reject(task, this, why);
  }

  private String full() {
    return "the queue of the pool "
        + name
        + " is full: "
        + queue.size()
        + " tasks wait (size "
        + sizing.size()
        + ", queue bound "
        + queue.bound()
        + ")";
  }

  @Override
  protected final <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
    return new PoolFuture<>(callable);
  }

  @Override
  protected final <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
    return new PoolFuture<>(runnable, value);
  }

  /** Runs a task between its hooks, and counts a failure. It throws nothing. */
  final void runTask(Runnable task) {
    TaskHooks called = hooks;
    if (called != null) {
      before(called, task);
    }
    Throwable thrown = null;
    try {
      task.run();
    } catch (Throwable e) {
      thrown = e;
      Uncaught.hand(e);
    }
    if (thrown == null && task instanceof PoolFuture<?> future) {
      thrown = future.thrown();
    }
    boolean isFailed = called == null ? thrown != null : hasFailed(called, task, thrown);
    if (CurrentTask.takeFailed() || isFailed) {
      failed.getAndIncrement();
    }
  }

  private static void before(TaskHooks called, Runnable task) {
    try {
      called.before(task);
    } catch (Throwable e) {
      Uncaught.hand(e);
    }
  }

  private static boolean hasFailed(TaskHooks called, Runnable task, @Nullable Throwable thrown) {
    try {
      return called.after(task, thrown) == Outcome.FAILED;
    } catch (Throwable e) {
      Uncaught.hand(e);
      return thrown != null;
    }
  }

  /** Takes the first task that has not waited too long; false if none is available. */
  final boolean poll(QueuedTask into) {
    while (queue.poll(into)) {
      if (maxQueueNs == Long.MAX_VALUE) {
        return true;
      }
      long waitNs = into.isStamped() ? clock.nanoTime() - into.acceptedNs : 0;
      if (waitNs <= maxQueueNs) {
        return true;
      }
      expire(into, waitNs);
    }
    return false;
  }

  private void expire(QueuedTask held, long waitNs) {
    Runnable task = fromQueue(held.task);
    held.forget();
    expired.getAndIncrement();
    try {
      String why =
          "a task waited "
              + DecisionText.time((double) waitNs)
              + " in the pool "
              + name
              + ", where at most "
              + DecisionText.time((double) maxQueueNs)
              + " are allowed";
      if (task instanceof PoolFuture<?> future) {
        future.fail(new RejectedExecutionException(why));
      } else {
        rejection.expired(task, this, why);
      }
    } catch (Throwable e) {
      Uncaught.hand(e);
    }
    tryTerminate();
  }

  /**
   * Expires tasks at the head of the queue, while no thread may come for them. Called only by the
   * control thread.
   *
   * @return when to look again, in nanoseconds from now
   */
  final long expireWaiting(long nowNs) {
    if (maxQueueNs == Long.MAX_VALUE) {
      return Long.MAX_VALUE;
    }
    boolean isOn = true;
    while (isOn && queue.oldestWaitNs(nowNs) > maxQueueNs) {
      QueuedTask held = new QueuedTask();
      isOn = queue.poll(held);
      long waitNs = isOn && held.isStamped() ? nowNs - held.acceptedNs : 0;
      if (waitNs > maxQueueNs) {
        expire(held, waitNs);
      } else if (isOn) { // another thread took the first one
        queue.putBack(held);
        dispatch();
        isOn = false;
      }
    }
    return Math.max(SHORTEST_EXPIRY_NS, maxQueueNs / 4);
  }

  /** Lets one task in so many get a time stamp; with a limit on their wait, all need one. */
  final void stampEvery(int tasks) {
    queue.stampEvery(maxQueueNs == Long.MAX_VALUE ? tasks : 1);
  }

  /**
   * Takes the task that waits longest from the queue; null without one. The rejection of the task
   * that it makes room for is counted already.
   */
  final @Nullable Runnable takeOldest() {
    QueuedTask held = new QueuedTask();
    if (!queue.poll(held)) {
      return null;
    }
    tryTerminate(); // it may have been the last one of a pool that closes
    return fromQueue(held.task);
  }

  @Override
  public int prestart() {
    return 0;
  }

  @Override
  public final int purge() {
    int removed = 0;
    QueuedTask held = new QueuedTask();
    boolean isOn = true;
    for (int left = queue.size(); isOn && left > 0; left--) {
      isOn = queue.poll(held);
      if (isOn && fromQueue(held.task) instanceof Future<?> future && future.isCancelled()) {
        removed++;
      } else if (isOn && !queue.requeue(held)) {
        held = new QueuedTask(); // the queue owns the other one
      }
    }
    held.forget();
    dispatchAll();
    tryTerminate();
    return removed;
  }

  /**
   * Starts the control thread first. Without it and without workers, a task could wait for ever if
   * no thread can be started.
   */
  private void findControl() {
    Throwable failure = queue.isClosed() ? null : control.startIfNone();
    if (failure != null) {
      RejectedExecutionException rejection =
          reject("the pool " + name + " can start no thread: " + failure.getMessage());
      rejection.initCause(failure);
      throw rejection;
    }
  }

  /** Starts the control thread. */
  void startControl(Thread made) {
    made.start();
  }

  /** Rejects a task; returns the exception to throw. */
  final RejectedExecutionException reject(String why) {
    rejected.increment();
    return new RejectedExecutionException(why);
  }

  @Override
  public final void shutdown() {
    queue.close();
    wakeIdle();
    tryTerminate();
    lookAfterTheRest();
  }

  /** Late workers may never arrive, and no further task would trigger a check. */
  private void lookAfterTheRest() {
    if (isAnyoneAwaited() || queue.isAnyIn()) {
      control.taskArrived();
    }
  }

  @Override
  public final List<Runnable> shutdownNow() {
    queue.close();
    isStopped = true;
    List<Runnable> left = queue.drain();
    left.replaceAll(this::fromQueue);
    interruptAll();
    wakeIdle();
    tryTerminate();
    lookAfterTheRest();
    return left;
  }

  /** Whether tasks must be interrupted. */
  final boolean isStopped() {
    return isStopped;
  }

  /** Ends the pool if no work remains. */
  final void tryTerminate() {
    if (isNothingLeft()) {
      PoolBean shown = bean;
      try {
        if (shown != null) {
          shown.unregister(); // first: a caller that waited may create another pool with this name
        }
      } finally {
        terminated.countDown();
        control.nudge();
      }
    }
  }

  /**
   * Whether no task waits and no thread remains that could run or return one. It checks the two one
   * after the other. A task returned in between would be missed in both places, and the returns are
   * therefore counted around the checks. A thread that returns a task calls {@link #tryTerminate}
   * after it has left.
   */
  private boolean isNothingLeft() {
    int putBacks;
    boolean isLeft;
    do {
      putBacks = queue.putBacks();
      isLeft = !queue.isOver() || !isDeserted();
    } while (!isLeft && putBacks != queue.putBacks());
    return !isLeft;
  }

  @Override
  public final boolean isShutdown() {
    return queue.isClosed();
  }

  @Override
  public final boolean isTerminated() {
    return terminated.getCount() == 0;
  }

  @Override
  public final boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    // an interrupt does not matter any more: as in a ThreadPoolExecutor
    return isTerminated() || terminated.await(timeout, unit);
  }

  @Override
  public final void close() {
    shutdown();
    if (!isTerminated() && alive.contains(Thread.currentThread())) {
      throw new IllegalStateException(
          "close() in a task of this pool would wait for that task: call shutdown() there");
    }
    boolean isInterrupted = false;
    while (!isTerminated()) {
      try {
        terminated.await();
      } catch (InterruptedException e) {
        if (!isInterrupted) {
          shutdownNow();
          isInterrupted = true;
        }
      }
    }
    isInterrupted |= !awaitThreads();
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits until the threads of the terminated pool have ended. A server that drops the pool's class
   * loader next would report them as leaks. The wait is limited: a listener or a thread of the
   * user's factory may go on for long. Returns false if interrupted.
   */
  private boolean awaitThreads() {
    long endNs = SystemNanoClock.INSTANCE.nanoTime() + END_NS;
    try {
      for (Thread worker : lastWorkers()) {
        join(worker, endNs);
      }
      join(control.thread(), endNs);
      join(PoolBean.ending(), endNs);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private static void join(@Nullable Thread thread, long endNs) throws InterruptedException {
    long leftMs = (endNs - SystemNanoClock.INSTANCE.nanoTime()) / 1_000_000;
    if (thread != null && leftMs > 0 && !thread.equals(Thread.currentThread())) {
      thread.join(leftMs);
    }
  }

  /** The workers that ended last, and may still leave their {@code run}. */
  Collection<Thread> lastWorkers() {
    return List.of();
  }

  @Override
  public final void limits(int minimum, int maximum) {
    int before = sizing.size();
    sizing.limits(minimum, maximum);
    maximumReason = CHANGED;
    follow(before);
  }

  /** Changes only the minimum, even while another thread changes the maximum. */
  final void minimum(int least) {
    int before = sizing.size();
    sizing.minimum(least);
    follow(before);
  }

  /** Changes only the maximum. */
  final void maximum(int greatest) {
    int before = sizing.size();
    sizing.maximum(greatest);
    maximumReason = CHANGED;
    follow(before);
  }

  private void follow(int before) {
    if (sizing.size() != before) {
      dispatchAll();
      control.tellSoon();
    }
    if (isTerminated()) {
      sizing.takeUnheard(); // no listener hears of it any more
    }
  }

  /** A thread that was already started has run, or runs, uncounted work. */
  static void checkNew(Thread thread) {
    if (thread.getState() != Thread.State.NEW) {
      throw new IllegalStateException(
          "the thread factory returned a thread that was started already: leave that to the pool");
    }
  }

  /** Reports a thread that failed to start; tasks stay in place, and the next look tries again. */
  final void threadFailed(Throwable e) {
    control.threadFailed(e);
  }

  /** Whether no task runs or waits. */
  final boolean isQuiet() {
    return running() == 0 && queue.size() == 0;
  }

  /** Whether no look is needed before the next task. */
  boolean mayRest() {
    return isQuiet();
  }

  /**
   * The controller's input. Called only by the control thread: the observation covers the time
   * since the previous call.
   */
  final Observation observe(long nowNs, CpuReading cpu) {
    counts.rotate(nowNs);
    int queued = queue.size();
    Totals totals = totals();
    return new Observation(
        nowNs,
        new Observation.Limits(sizing.minimum(), sizing.maximum()),
        sizing.size(),
        new Observation.Tasks(
            running(),
            queued,
            Math.min(queued, queue.leastSinceLast()),
            mostRunningSinceLast(),
            queue.oldestWaitNs(nowNs)),
        new Observation.Counts(submitted(), totals.started(), totals.completed(), failed.get()),
        new Observation.Times(
            totals.taskTimeNs(),
            totals.queueWaitNs(),
            totals.sampledTaskTimeNs(),
            totals.sampledCpuTimeNs()),
        cpu);
  }

  @Override
  public final PoolSnapshot snapshot() {
    long nowNs = clock.nanoTime();
    Totals totals = totals();
    int queued = queue.size();
    return new PoolSnapshot(
        name,
        sizing.size(),
        new PoolSnapshot.Limits(sizing.minimum(), sizing.maximum(), maximumReason),
        threads(),
        new PoolSnapshot.Tasks(
            running(),
            queued,
            submitted(),
            totals.completed(), // read first, and so never more than the accepted ones
            failed.get(),
            rejected.sum(),
            expired.get(),
            control.throughputPerS()),
        new PoolSnapshot.Times(counts.waits(nowNs), counts.times(nowNs)),
        sizing.resizes(),
        isTerminated() ? "terminated" : control.state());
  }

  @Override
  public final String toString() {
    return "AdaptivePool[" + name + ", size " + sizing.size() + ", " + stage() + "]";
  }

  private String stage() {
    return isTerminated() ? "terminated" : isShutdown() ? "shut down" : "running";
  }
}
