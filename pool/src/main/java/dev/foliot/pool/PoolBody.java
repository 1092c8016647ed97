package dev.foliot.pool;

import dev.foliot.pool.TaskQueue.Offer;
import dev.foliot.pool.control.CpuReading;
import dev.foliot.pool.control.Observation;
import dev.foliot.pool.control.Unit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What both bodies have in common: the executor's contract, the queue, the counts and the size.
 *
 * <p>A body begins tasks ({@link #dispatch}), at most as many at once as the size says. Its life
 * has four stages: running; closed, when the queue refuses tasks; stopped, when those that waited
 * are given back and those that run are interrupted; terminated, when nothing waits and no task and
 * no thread that could run one is left. Each thread that leaves calls {@link #tryTerminate}, and so
 * does who closes, so the last of them ends the pool.
 */
abstract class PoolBody extends AbstractExecutorService implements AdaptivePool {
  final TaskQueue queue;
  final TaskCounts counts;
  final Sizing sizing;
  final NanoClock clock;
  final Unit unit;
  private final String name;
  private final Control control;
  private final CountDownLatch terminated = new CountDownLatch(1);
  private final LongAdder rejected = new LongAdder();
  private volatile boolean isStopped;
  private volatile @Nullable PoolBean bean;

  PoolBody(PoolSettings settings, int start, Unit unit) {
    this.unit = unit;
    name = settings.name();
    clock = settings.clock();
    queue = new TaskQueue(settings.queueBound(), this::places, clock);
    counts = new TaskCounts(Runtime.getRuntime().availableProcessors(), clock.nanoTime());
    sizing = new Sizing(settings.minimum(), settings.maximum(), start);
    control = new Control(this, settings, sizing.size());
  }

  /** Shows the pool by JMX, soon and until it is terminated. Once, before it is given away. */
  final void show() {
    bean = PoolBean.registerSoon(this, name, this::isQuiet);
  }

  /**
   * Begins a task without putting it into the queue, if nothing waits there and one more may run;
   * false if it is to be put there.
   */
  boolean beginAtOnce(Runnable task) {
    return false;
  }

  /** What is put into the queue for a task: it may need something of the thread that submits. */
  Runnable toQueue(Runnable task) {
    return task;
  }

  /** The task again. */
  Runnable fromQueue(Runnable queued) {
    return queued;
  }

  /** Has the first of the waiting tasks begun, if another one may run. After each offer. */
  abstract void dispatch();

  /** Has as many waiting tasks begun as the size allows. After the size has changed. */
  abstract void dispatchAll();

  /** Puts right what is stuck, if anything is. On the control thread alone, at each look. */
  void lookAfter(long nowNs) {}

  /** Whether something is on its way that may get stuck after the last task has come. */
  boolean isAnyoneAwaited() {
    return false;
  }

  /** How many threads there are. */
  abstract int threads();

  /** What was counted. */
  Totals totals() {
    return counts.totals();
  }

  /** How many tasks were accepted, whatever became of them; never less than before. */
  long submitted() {
    return queue.accepted();
  }

  /** How many tasks run. */
  abstract int running();

  /** How many more may run. */
  private int places() {
    return Math.max(0, sizing.size() - running());
  }

  /** The most that ran at once since the last call. */
  abstract int mostRunningSinceLast();

  /** Lets threads go that have nothing to do. */
  abstract void wakeIdle();

  /** Interrupts all tasks. */
  abstract void interruptAll();

  /** Whether no thread is left that could run a task; asked when the queue is over. */
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
      // no switch: its table is a class of its own, which an overflow of the stack would spoil
      Offer offer = queue.offer(toQueue(task));
      if (offer == Offer.CLOSED) {
        throw reject("the pool " + name + " has been shut down");
      }
      if (offer == Offer.FULL) {
        throw rejectAsFull();
      }
      dispatch();
      control.taskArrived();
    } catch (StackOverflowError e) {
      control.nudge(); // the task may be in the queue, and nobody have been told
      throw e;
    }
  }

  private RejectedExecutionException rejectAsFull() {
    return reject(
        "the queue of the pool "
            + name
            + " is full: "
            + queue.size()
            + " tasks wait (size "
            + sizing.size()
            + ", queue bound "
            + queue.bound()
            + ")");
  }

  /**
   * Where there is neither a worker nor a control thread and none can be started, a task would wait
   * until another one is submitted, perhaps for ever. So the control thread comes first.
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

  /** A task is rejected: what to throw. */
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

  /** Who is awaited may never come, and no task comes any more that would have it seen. */
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

  /** Whether tasks are to be interrupted. */
  final boolean isStopped() {
    return isStopped;
  }

  /** Ends the pool if nothing is left of it. */
  final void tryTerminate() {
    if (isNothingLeft()) {
      PoolBean shown = bean;
      try {
        if (shown != null) {
          shown.unregister(); // first: whoever waited may make another pool of this name
        }
      } finally {
        terminated.countDown();
        control.nudge();
      }
    }
  }

  /**
   * Whether nothing waits and nobody is left who could run or put back a task. The two are looked
   * at one after the other, and a task that is put back in between was seen in neither place; so
   * the put-backs are counted around them. Who puts one back calls {@link #tryTerminate} after it
   * has left.
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
    return terminated.await(timeout, unit);
  }

  @Override
  public final void close() {
    shutdown();
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
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public final void limits(int minimum, int maximum) {
    int before = sizing.size();
    sizing.limits(minimum, maximum);
    follow(before);
  }

  /** Changes the least size alone, whoever changes the greatest one. */
  final void minimum(int least) {
    int before = sizing.size();
    sizing.minimum(least);
    follow(before);
  }

  /** Changes the greatest size alone. */
  final void maximum(int greatest) {
    int before = sizing.size();
    sizing.maximum(greatest);
    follow(before);
  }

  private void follow(int before) {
    if (sizing.size() != before) {
      dispatchAll();
      control.tellSoon();
    }
    if (isTerminated()) {
      sizing.takeUnheard(); // nobody hears of it any more
    }
  }

  /** A thread that was started already did or does what nobody counted. */
  static void checkNew(Thread thread) {
    if (thread.getState() != Thread.State.NEW) {
      throw new IllegalStateException(
          "the thread factory returned a thread that was started already: leave that to the pool");
    }
  }

  /** A thread could not be started; the tasks stay where they are, the next look tries again. */
  final void threadFailed(Throwable e) {
    control.threadFailed(e);
  }

  /** Whether nothing runs and nothing waits. */
  final boolean isQuiet() {
    return running() == 0 && queue.size() == 0;
  }

  /** Whether nothing has to be looked at before the next task. */
  boolean mayRest() {
    return isQuiet();
  }

  /** What the controller decides by. On the control thread alone: it looks since the last time. */
  final Observation observe(long nowNs, CpuReading cpu) {
    counts.rotate(nowNs);
    int queued = queue.size();
    Totals totals = totals();
    return new Observation(
        nowNs,
        sizing.minimum(),
        sizing.maximum(),
        sizing.size(),
        running(),
        queued,
        Math.min(queued, queue.leastSinceLast()),
        mostRunningSinceLast(),
        submitted(),
        totals.started(),
        totals.completed(),
        totals.taskTimeNs(),
        totals.queueWaitNs(),
        queue.oldestWaitNs(nowNs),
        totals.sampledTaskTimeNs(),
        totals.sampledCpuTimeNs(),
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
        sizing.minimum(),
        sizing.maximum(),
        threads(),
        running(),
        queued,
        submitted(),
        totals.completed(), // read before: never more than were accepted
        rejected.sum(),
        control.throughputPerS(),
        counts.waits(nowNs),
        counts.times(nowNs),
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
