package dev.foliot.pool;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A platform thread's work: it searches, runs tasks one after the other for as long as any wait,
 * and searches again or parks.
 *
 * <p>Nothing of a task is left to the next one but thread locals: the interrupt status is cleared
 * before each, and a context class loader that the task changed is set back. What a task throws
 * goes to the thread's handler; the thread goes on.
 */
@SuppressWarnings("ReferenceEquality") // a loader is itself, whatever its class says of equality
final class Worker implements Runnable {
  private static final long NOT_READ = Long.MIN_VALUE;

  /** A task that takes longer is counted with its time even if it was not timed. */
  private static final long LONG_NS = 1_000_000;

  private enum Stage {
    /** One that someone else started does nothing. */
    MADE,

    /** Its thread is started; it is counted as searching. */
    COMING,

    /** The same for so long that it is not counted any more. */
    LATE,

    /** Its thread has come. */
    HERE,

    /** Its thread could not be started, or has ended without coming here. */
    GONE
  }

  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.MADE);
  private final PlatformPool pool;
  private final int number;
  private final CpuSampler sampler;
  private final QueuedTask current = new QueuedTask();
  private long lastWaitNs;

  /** How long the last task ran that was timed; negative before there was one. */
  private long lastTimedNs = -1;

  /** How many tasks were run since the clock was last read. */
  private int untimed;

  private @Nullable ClassLoader loader;

  Worker(PlatformPool pool, int number) {
    this.pool = pool;
    this.number = number;
    this.sampler = new CpuSampler(number);
  }

  /** Lets it run, before its thread is started. */
  void admit() {
    stage.set(Stage.COMING);
  }

  /** Its thread could not be started: it never runs. */
  void abandon() {
    stage.set(Stage.GONE);
  }

  /** Whether its thread is still to come. */
  boolean isAwaited() {
    Stage seen = stage.get();
    return seen == Stage.COMING || seen == Stage.LATE;
  }

  /** Whether it is still to come and was not given up. */
  boolean isInTime() {
    return stage.get() == Stage.COMING;
  }

  /** Gives it up as late; false if it has come or was given up before. */
  boolean giveUpAsLate() {
    return stage.compareAndSet(Stage.COMING, Stage.LATE);
  }

  /** Gives it up for good, after it was given up as late; false if it has come meanwhile. */
  boolean giveUp() {
    return stage.compareAndSet(Stage.LATE, Stage.GONE);
  }

  /** Starts searching; whoever made the worker has counted it so. */
  @Override
  public void run() {
    boolean isInTime = stage.compareAndSet(Stage.COMING, Stage.HERE);
    if (!isInTime && !stage.compareAndSet(Stage.LATE, Stage.HERE)) {
      return;
    }
    pool.arrived(isInTime);
    loader = Thread.currentThread().getContextClassLoader();
    do {
      if (pool.search(current)) {
        pool.found();
        runAll();
        if (!pool.searchAgain()) {
          return;
        }
      }
    } while (pool.stay());
  }

  /**
   * Runs the current task and all that wait behind it, for as long as this thread may.
   *
   * <p>The clock is read at the ends of tasks that have a stamp and at both ends of the whole, so
   * the time in tasks is exact in the end; what lies between two tasks is counted as time in task.
   * Of the tasks without a stamp the wait is taken to be that of the one before. If the time in
   * which they ran is long, and most of it more than they usually take, one of them is taken to
   * have run all the rest, so that no long task is missed among short ones.
   */
  private void runAll() {
    long countedNs = pool.clock.nanoTime(); // and fresh where the current task has a stamp
    pool.counts.begun(number, waitNs(countedNs));
    boolean isOn = true;
    while (isOn) {
      long nowNs = current.isStamped() ? runTimed(countedNs) : runUntimed();
      isOn = pool.next(current);
      if (nowNs == NOT_READ && (!isOn || current.isStamped())) {
        nowNs = pool.clock.nanoTime();
      }
      long addedNs = nowNs == NOT_READ ? 0 : nowNs - countedNs;
      if (nowNs != NOT_READ) {
        countLong(addedNs);
      }
      if (nowNs != NOT_READ && sampler.closes(nowNs, !isOn)) {
        pool.counts.sampled(number, sampler.wallNs, sampler.cpuNs);
      }
      if (isOn) {
        pool.counts.next(number, addedNs, waitNs(nowNs));
      } else {
        pool.counts.ended(number, addedNs);
      }
      countedNs += addedNs;
    }
    current.forget();
  }

  private long waitNs(long nowNs) {
    if (current.isStamped()) {
      lastWaitNs = Math.max(0, nowNs - current.acceptedNs);
      pool.counts.waited(number, lastWaitNs);
    }
    return lastWaitNs;
  }

  private long runUntimed() {
    run(current.task);
    untimed++;
    return NOT_READ;
  }

  /** The tasks that were not timed ran so long together: counts one if it was long. */
  private void countLong(long ns) {
    if (untimed > 0 && ns >= LONG_NS) {
      long usualNs = lastTimedNs < 0 ? ns / untimed : lastTimedNs;
      long longestNs = ns - (untimed - 1) * usualNs;
      if (longestNs >= LONG_NS && longestNs >= ns / 2) {
        pool.counts.ran(number, longestNs);
      }
    }
    untimed = 0;
  }

  /** Runs the current task, which begins at a time; when it ended. */
  private long runTimed(long beginNs) {
    if (sampler.isDue()) {
      sampler.open(pool.clock);
    }
    run(current.task);
    long endNs = pool.clock.nanoTime();
    lastTimedNs = endNs - beginNs;
    pool.counts.ran(number, lastTimedNs);
    return endNs;
  }

  private void run(Runnable task) {
    Thread thread = Thread.currentThread();
    Thread.interrupted();
    if (pool.isStopped()) { // looked at afterwards: it may be the stop that was cleared
      thread.interrupt();
    }
    try {
      task.run();
    } catch (Throwable e) {
      Uncaught.hand(e);
    }
    if (thread.getContextClassLoader() != loader) {
      thread.setContextClassLoader(loader);
    }
  }
}
