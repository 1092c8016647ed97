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
 *
 * <p>Whatever lacks memory, no task and no permit is lost: nothing is allocated between a task's
 * being taken out of the queue and its being begun or put back that is not expected to fail, and a
 * put-back needs none. Whether a thread whose start has failed runs its task all the same is
 * decided by who claims the task first. Not final for the sake of tests that plant such failures.
 *
 * <p>One long class: a task that ends may begin the next one, put it back, or end the pool, and who
 * has a permit meanwhile is to be seen in one place.
 */
class VirtualPool extends PoolBody {
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

  /** The same, of those that could not be counted there for want of memory. */
  private final AtomicLong enteredToo = new AtomicLong();

  /** How many tasks were accepted that did not pass through the queue. */
  private final LongAdder direct = new LongAdder();

  /** How many of these were counted and not accepted in the end, for want of memory. */
  private final AtomicLong directInVain = new AtomicLong();

  /** The most that were ever said to be submitted, so that it is never less than before. */
  private final AtomicLong mostSubmitted = new AtomicLong();

  private final Set<Thread> alive = ConcurrentHashMap.newKeySet();
  private final ThreadFactory factory;
  private final boolean isFactoryGiven;

  /** That of a task with a stamp, for those that have none; about right will do. */
  private volatile long lastWaitNs;

  /** No thread could be started lately; the next look tries again. */
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
    if (queue.isAnyIn() || isFailing || !acquire()) {
      return false;
    }
    if (queue.isClosed()) {
      giveBack();
      dispatch(); // for who found no permit meanwhile
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
      if (queue.poll(task)) {
        if (!beginQueued(task, clock.nanoTime())) {
          task = holderOrNull(); // the queue has it
        }
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

  /** What a task is taken into; null if there is no memory for it: the next look tries again. */
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

  /** Whether a task was begun whose thread waits for its first carrier, or for its start. */
  private boolean isBacklogged() {
    return permits.isAnyBegunBeyond(entered.sum() + enteredToo.get());
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

  /**
   * Starts the thread of a task that waited, for which there is a permit. If it cannot, it puts the
   * task back and gives the permit back.
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
      threadFailed(e); // counted less, but begun
    }
    return begin(task.task, task.acceptedNs, nowNs, task);
  }

  /**
   * Starts the thread of a task for which there is a permit; false if the task was put back.
   *
   * @param acceptedNs the stamp of a task that waited
   * @param holder what a task that waited was taken into, null of one that did not
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
        start(thread); // whose scheduler may refuse it
      }
    } catch (Throwable e) { // most likely no memory for it
      if (run == null || run.takeBack()) {
        notBegun(task, acceptedNs, holder, thread, e, isCounted);
        return false;
      }
      threadFailed(e); // and yet it was started
    }
    if (isRefused) {
      giveBack();
      dispatch(); // for who found no permit meanwhile
      throw reject(NOT_VIRTUAL);
    }
    return true;
  }

  void start(Thread thread) {
    thread.start();
  }

  /**
   * A task could not be begun: puts it back, and its permit. One that did not wait is not accepted
   * if there is no memory left to have it wait.
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

  /** What a task is taken into that has not waited and is to. */
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

  /** A task waits for nothing; as many of these are counted as have a stamp of those that wait. */
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
   * Who stopped the pool may have been given the waiting tasks before one was put back: those that
   * are left then run here, interrupted as all are.
   */
  private void runLeft() {
    QueuedTask left = new QueuedTask();
    while (isStopped() && queue.poll(left)) {
      boolean wasInterrupted = Thread.interrupted();
      enter();
      runTask(left.task);
      permits.next();
      Thread.interrupted();
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * With a factory of the user's the thread is made here, by the thread that submits, from which it
   * may inherit: by whom the task is begun is chance, and may be another task.
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
    } catch (Throwable e) { // who begins it tries again
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

  /** A task that waits, and its thread, which the user's factory has made. */
  private record Prepared(Runnable task, Run work, Thread thread) implements Runnable {
    @Override
    public void run() {
      task.run();
    }
  }

  /** What the thread of a task does; the number says who has claimed the task. */
  @SuppressWarnings("serial") // nobody writes it
  private final class Run extends AtomicInteger implements Runnable {
    private static final long serialVersionUID = 1;

    /** One that someone else started does nothing. */
    private static final int MADE = 0;

    private static final int ADMITTED = 1;
    private static final int CLAIMED = 2;

    private final transient Runnable task;

    /** Set before its thread is started. */
    private long beginNs;

    Run(Runnable task) {
      this.task = task;
    }

    /** Lets it run, before its thread is started. */
    void admit() {
      setPlain(ADMITTED);
    }

    /** Whether it has not run and will not; asked after the start has failed. */
    boolean takeBack() {
      return getPlain() == MADE || compareAndSet(ADMITTED, CLAIMED);
    }

    @Override
    public void run() {
      if (compareAndSet(ADMITTED, CLAIMED)) {
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
    runTask(task);
    long nowNs = clock.nanoTime();
    try {
      alive.remove(thread);
      count((int) thread.getId(), nowNs - beginNs);
    } catch (OutOfMemoryError e) {
      threadFailed(e); // counted less, but ended
    }
    if (foundEmpty()) {
      end();
      return;
    }
    QueuedTask next = holderOrNull();
    if (next != null && mayBeginNext() && queue.poll(next)) {
      permits.next();
      beginQueued(next, nowNs);
    } else {
      end();
    }
  }

  /** Its thread has a carrier; an adder may need memory. */
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
    } else if (Sampling.takes(number, every - 1)) {
      counts.spent(number, ns * every);
      counts.ran(number, ns, every);
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
    long inVain = directInVain.get(); // first: rather one too many for a moment than one too few
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

  @Override
  void interruptAll() {
    alive.forEach(Thread::interrupt);
  }
}
