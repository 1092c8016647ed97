package dev.foliot.pool;

import dev.foliot.pool.control.Unit;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Runs each task on its own virtual thread, at most as many at once as the size.
 *
 * <p>An ending task hands its permit to the next one and starts that one's thread. It does not run
 * the next task itself: users of virtual threads rely on fresh thread locals, and a new thread
 * costs less than a microsecond. While no task waits and permits remain, tasks bypass the queue. A
 * task begins when its thread starts. The wait for a carrier then counts as time in task, like the
 * wait for a CPU with platform threads. The CPU time of virtual threads is not available, and no
 * task is sampled.
 *
 * <p>While a started thread still waits for its first carrier, no ending task starts another one.
 * The JDK's scheduler prefers the threads of one submitter as long as it has any. On one carrier,
 * threads started by ending tasks would delay all that came from outside. The last of them to get a
 * carrier begins the waiting tasks.
 *
 * <p>Permits cost nothing, unlike threads: the size begins far above that of the other pool.
 *
 * <p>No task and no permit is lost for lack of memory. Between taking a task from the queue and
 * beginning or returning it, the code is prepared for any allocation to fail; returning needs no
 * memory. If a thread's start fails, the first claim of the task decides whether that thread still
 * runs it. Not final, for tests that plant such failures.
 *
 * <p>One long class. An ending task may begin the next one, return it, or end the pool: the owner
 * of the permit must be clear in one place.
 */
class VirtualPool extends PoolBody {
  private static final int START = 4096;

  private static final String NOT_VIRTUAL =
      "the thread factory makes platform threads: give virtual() one that makes virtual threads, or"
          + " build the pool by platform()";

  /** A longer task always counts with its time. */
  private static final long LONG_NS = 100_000;

  /** Replaces the stamp of a task that did not wait. */
  private static final long DIRECT = Long.MIN_VALUE;

  private final Permits permits = new Permits();

  /** Number of task threads that have got a carrier. */
  private final LongAdder entered = new LongAdder();

  /** The same for threads that the adder could not count for lack of memory. */
  private final AtomicLong enteredToo = new AtomicLong();

  /** Number of accepted tasks that bypassed the queue. */
  private final LongAdder direct = new LongAdder();

  /** Number of these that were counted but finally refused, for lack of memory. */
  private final AtomicLong directInVain = new AtomicLong();

  /** The highest reported number of submitted tasks, since it must never decrease. */
  private final AtomicLong mostSubmitted = new AtomicLong();

  /** Runs on threads of the user's factory that have started but not arrived. */
  private final Set<Run> coming = ConcurrentHashMap.newKeySet();

  /** Spaces out starts after threads of the user's factory ended without their task. */
  private final Retry retry = new Retry();

  private final ThreadFactory factory;
  private final boolean isFactoryGiven;

  /** The wait of the last stamped task, used for unstamped ones; an approximation. */
  private volatile long lastWaitNs;

  /** The last start of a thread failed; the next look tries again. */
  private volatile boolean isFailing;

  /**
   * @throws UnsupportedOperationException below JDK 21
   */
  VirtualPool(PoolSettings settings) {
    super(settings, START, Unit.PERMITS);
    loadForStartsByTasks();
    ThreadFactory own = VirtualThreads.factory(settings.name());
    ThreadFactory given = settings.threadFactory();
    factory = given == null ? own : given;
    isFactoryGiven = given != null;
  }

  /**
   * Loads the JDK class that wraps a thread started by a virtual thread. If it loaded under load,
   * the JIT would discard the scheduler's compiled code, which assumes that no such class exists.
   */
  private static void loadForStartsByTasks() {
    Objects.requireNonNull(ForkJoinTask.adapt(() -> {}));
  }

  /** Most tasks of an unrestrained pool bypass the queue. */
  @Override
  boolean beginAtOnce(Runnable task) {
    if (queue.isAnyIn() || isFailing || !acquire()) {
      return false;
    }
    if (queue.isClosed()) {
      giveBack();
      dispatch(); // for a thread that found no permit just now
      return false;
    }
    begin(task, DIRECT, clock.nanoTime(), null);
    return true;
  }

  @Override
  void dispatch() {
    if (foundEmpty()) {
      return;
    }
    QueuedTask task = holderOrNull();
    while (task != null && !foundEmpty() && !isFailing && acquire()) {
      if (poll(task)) {
        if (!beginQueued(task, clock.nanoTime())) {
          task = holderOrNull(); // the queue owns it
        }
      } else {
        giveBack(); // and check again
      }
    }
  }

  @Override
  void dispatchAll() {
    if (retry.isDue(clock.nanoTime())) {
      isFailing = false;
    }
    dispatch();
  }

  /** A holder for a task; null without memory: the next look tries again. */
  private @Nullable QueuedTask holderOrNull() {
    try {
      return holder();
    } catch (OutOfMemoryError e) {
      isFailing = true;
      threadFailed(e);
      return null;
    }
  }

  QueuedTask holder() {
    return new QueuedTask();
  }

  private boolean foundEmpty() {
    if (!queue.isEmpty()) {
      return false;
    }
    queue.foundEmpty();
    return true;
  }

  /** Whether the thread of a begun task still waits for its start or its first carrier. */
  private boolean isBacklogged() {
    return permits.isAnyBegunBeyond(entered.sum() + enteredToo.get());
  }

  private boolean acquire() {
    return permits.acquire(sizing.size());
  }

  /** Returns an unused permit. */
  private void giveBack() {
    permits.giveBack();
    if (queue.isClosed()) {
      tryTerminate();
    }
  }

  /**
   * Starts the thread of a task that waited and has a permit. If it cannot, it returns the task and
   * the permit.
   */
  private boolean beginQueued(QueuedTask task, long nowNs) {
    try {
      long waitNs = lastWaitNs;
      int worker = (int) Thread.currentThread().getId();
      if (task.isStamped()) {
        waitNs = Math.max(0, nowNs - task.acceptedNs);
        lastWaitNs = waitNs;
        counts.waited(worker, waitNs);
      }
      counts.begun(worker, waitNs);
    } catch (OutOfMemoryError e) {
      threadFailed(e); // not counted, but begun
    }
    return begin(task.task, task.acceptedNs, nowNs, task);
  }

  /**
   * Starts the thread of a task with a permit; false if the task was returned.
   *
   * @param acceptedNs the stamp of a task that waited
   * @param holder the holder of a task that waited; otherwise null
   */
  private boolean begin(Runnable task, long acceptedNs, long nowNs, @Nullable QueuedTask holder) {
    Run run = null;
    Thread thread = null;
    boolean isRefused = false;
    boolean isCounted = holder != null;
    try {
      if (isFactoryGiven && task instanceof Prepared prepared) {
        run = prepared.work;
        thread = prepared.thread;
      } else {
        run = new Run(task);
        thread = factory.newThread(run);
      }
      run.beginNs = nowNs;
      isRefused = thread != null && !VirtualThreads.isVirtual(thread) && holder == null;
      if (!isRefused) {
        checkMade(thread);
        if (holder == null) {
          direct.increment(); // before it can end
          isCounted = true;
          countNoWait((int) thread.getId());
        }
        run.admit();
        alive.add(thread);
        if (isFactoryGiven) {
          run.thread = thread;
          coming.add(run);
        }
        start(thread); // the scheduler may refuse it
      }
    } catch (Throwable e) { // most likely no memory for it
      if (run == null || run.takeBack()) {
        if (run != null) {
          coming.remove(run);
        }
        notBegun(task, acceptedNs, holder, thread, e, isCounted);
        return false;
      }
      threadFailed(e); // it was started despite the exception
    }
    if (isRefused) {
      giveBack();
      dispatch(); // for a thread that found no permit just now
      throw reject(NOT_VIRTUAL);
    }
    return true;
  }

  void start(Thread thread) {
    thread.start();
  }

  /**
   * Returns a task that could not begin, and its permit. Without memory to queue it, a task that
   * did not wait is rejected.
   */
  private void notBegun(
      Runnable task,
      long acceptedNs,
      @Nullable QueuedTask holder,
      @Nullable Thread thread,
      Throwable e,
      boolean isCounted) {
    isFailing = true;
    if (thread != null) {
      alive.remove(thread);
    }
    threadFailed(e);
    try {
      QueuedTask returned = holder == null ? holderOf(isCounted) : holder;
      putBack(task, acceptedNs, returned);
    } finally {
      giveBack();
    }
  }

  /** A holder for a task that did not wait but now must. */
  private QueuedTask holderOf(boolean isCounted) {
    try {
      QueuedTask made = holder();
      if (!isCounted) {
        direct.increment();
      }
      return made;
    } catch (OutOfMemoryError e) {
      if (isCounted) {
        directInVain.getAndIncrement();
      }
      throw e;
    }
  }

  private void putBack(Runnable task, long acceptedNs, QueuedTask returned) {
    returned.task = isFactoryGiven && task instanceof Prepared prepared ? prepared.task : task;
    returned.acceptedNs = acceptedNs == DIRECT ? QueuedTask.NO_STAMP : acceptedNs;
    queue.putBack(returned);
    if (isStopped()) {
      runLeft();
    }
  }

  @Override
  boolean isAnyoneAwaited() {
    return permits.running() != 0;
  }

  @Override
  int withoutCarrier() {
    long entered = this.entered.sum() + enteredToo.get();
    return (int) Math.min(permits.begunBeyond(entered), permits.running());
  }

  /** Returns tasks whose threads, from the user's factory, have ended without running them. */
  @Override
  void lookAfter(long nowNs) {
    coming.removeIf(run -> isLost(run, nowNs));
  }

  /** Returns the task if its thread has ended without running it. */
  private boolean isLost(Run run, long nowNs) {
    Thread thread = run.thread;
    if (thread == null || thread.getState() != Thread.State.TERMINATED) {
      return false;
    }
    QueuedTask holder = holderOrNull();
    if (holder == null || !run.takeBack()) {
      return false;
    }
    retry.failed(nowNs);
    IllegalStateException why =
        new IllegalStateException("a thread of the factory's ended without doing its work");
    notBegun(run.task, DIRECT, holder, thread, why, true);
    return true;
  }

  /** Counts a wait of zero, at the same distance as stamps of waiting tasks. */
  private void countNoWait(int number) {
    if (Sampling.takes(number, queue.stampEvery() - 1)) {
      counts.waited(number, 0);
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
   * Runs tasks returned after a stop. The stopping caller may have got the list before; such tasks
   * run here, interrupted like all.
   */
  private void runLeft() {
    QueuedTask left = new QueuedTask();
    while (isStopped() && queue.poll(left)) {
      boolean wasInterrupted = Thread.interrupted();
      enter();
      runNow(left.task);
      permits.next();
      Thread.interrupted();
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * With the user's factory, the submitting thread makes the thread, which may inherit from it. The
   * thread that begins the task is arbitrary, and may be another task's.
   */
  @Override
  Runnable toQueue(Runnable task) {
    if (!isFactoryGiven) {
      return task;
    }
    Run run = new Run(task);
    Thread thread;
    try {
      thread = factory.newThread(run);
      checkStarted(thread);
    } catch (Throwable e) { // the beginner tries again
      isFailing = true;
      threadFailed(e);
      return task;
    }
    if (!VirtualThreads.isVirtual(thread)) {
      throw reject(NOT_VIRTUAL);
    }
    return new Prepared(task, run, thread);
  }

  private static void checkStarted(@Nullable Thread thread) {
    if (thread == null) {
      throw new NullPointerException("the thread factory returned null");
    }
    checkNew(thread);
  }

  @Override
  Runnable fromQueue(Runnable queued) {
    return queued instanceof Prepared prepared ? prepared.task : queued;
  }

  /** A waiting task, and its thread from the user's factory. */
  private record Prepared(Runnable task, Run work, Thread thread) implements Runnable {
    @Override
    public void run() {
      task.run();
    }
  }

  /** The body of a task's thread; its number records the claim of the task. */
  @SuppressWarnings("serial") // never serialised
  private final class Run extends AtomicInteger implements Runnable {
    private static final long serialVersionUID = 1;

    /** A thread that other code started does nothing. */
    private static final int MADE = 0;

    private static final int ADMITTED = 1;
    private static final int CLAIMED = 2;

    private final transient Runnable task;

    /** Set before the thread starts. */
    private long beginNs;

    /** The thread, if it comes from the user's factory; set before it starts. */
    private transient volatile @Nullable Thread thread;

    Run(Runnable task) {
      this.task = task;
    }

    /** Permits the run, before the thread starts. */
    void admit() {
      setPlain(ADMITTED);
    }

    /** Whether it has not run and never will; called after a failed start. */
    boolean takeBack() {
      return getPlain() == MADE || compareAndSet(ADMITTED, CLAIMED);
    }

    @Override
    public void run() {
      if (compareAndSet(ADMITTED, CLAIMED)) {
        if (isFactoryGiven) {
          coming.remove(this);
          retry.succeeded();
        }
        VirtualPool.this.run(task, beginNs);
      }
    }
  }

  private void run(Runnable task, long beginNs) {
    Thread thread = Thread.currentThread();
    enter();
    if (queue.isAnyIn() && !isBacklogged()) {
      dispatch();
    }
    runNow(task);
    long nowNs = clock.nanoTime();
    try {
      alive.remove(thread);
      count((int) thread.getId(), nowNs - beginNs);
    } catch (OutOfMemoryError e) {
      threadFailed(e); // not counted, but ended
    }
    if (foundEmpty()) {
      end();
      return;
    }
    QueuedTask next = holderOrNull();
    if (next != null && mayBeginNext() && poll(next)) {
      permits.next();
      beginQueued(next, nowNs);
    } else {
      end();
    }
  }

  /** Records that its thread has a carrier; an adder may need memory. */
  private void enter() {
    try {
      countEntered();
    } catch (OutOfMemoryError e) {
      enteredToo.getAndIncrement();
    }
  }

  void countEntered() {
    entered.increment();
  }

  private boolean mayBeginNext() {
    return permits.running() <= sizing.size() && !isFailing && !isBacklogged();
  }

  private void runNow(Runnable task) {
    if (isStopped()) { // perhaps before this thread could be interrupted
      Thread.currentThread().interrupt();
    }
    runTask(task);
  }

  /** With hundreds of thousands of short tasks a second, samples count for all. */
  private void count(int number, long ns) {
    int every = queue.stampEvery();
    if (ns >= LONG_NS) {
      counts.spent(number, ns);
      counts.ran(number, ns);
    } else if (Sampling.takes(number, every - 1)) {
      counts.spent(number, ns * every);
      counts.ran(number, ns, every);
    }
  }

  private void end() {
    permits.end();
    // afterwards: threads that get a carrier from now on find the permit
    if (!isBacklogged()) {
      dispatch(); // for a thread that found no permit in between
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
    long inVain = directInVain.get(); // first: briefly too high is better than too low
    long now = direct.sum() + super.submitted() - inVain;
    return mostSubmitted.accumulateAndGet(now, Math::max);
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
}
