package dev.foliot.pool;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The work of a platform thread: it searches for tasks, runs them while any wait, then parks.
 *
 * <p>Only thread locals pass from one task to the next. The interrupt status is cleared before each
 * task, and a changed context class loader is restored. A task's exception goes to the thread's
 * handler; the thread goes on.
 */
@SuppressWarnings("ReferenceEquality") // loaders are compared by identity
final class Worker implements Runnable {
  private static final long NOT_READ = Long.MIN_VALUE;

  /** A longer task counts with its time even without a time stamp. */
  private static final long LONG_NS = 1_000_000;

  private enum Stage {
    /** A thread that other code started does nothing. */
    MADE,

    /** Its thread is started; it counts as searching. */
    COMING,

    /** The same for so long that it counts no more. */
    LATE,

    /** Its thread has arrived. */
    HERE,

    /** Its thread failed to start, or ended without arriving. */
    GONE
  }

  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.MADE);
  private final PlatformPool pool;
  private final int number;
  private final CpuSampler sampler;
  private final QueuedTask current = new QueuedTask();
  private long lastWaitNs;

  /** The time of the last timed task; negative before the first. */
  private long lastTimedNs = -1;

  /** Number of tasks run since the last reading of the clock. */
  private int untimed;

  private @Nullable ClassLoader loader;

  Worker(PlatformPool pool, int number) {
    this.pool = pool;
    this.number = number;
    this.sampler = new CpuSampler(number);
  }

  /** Permits the run, before the thread starts. */
  void admit() {
    stage.set(Stage.COMING);
  }

  /** Its thread failed to start: it never runs. */
  void abandon() {
    stage.set(Stage.GONE);
  }

  /** Whether its thread has yet to arrive. */
  boolean isAwaited() {
    Stage seen = stage.get();
    return seen == Stage.COMING || seen == Stage.LATE;
  }

  /** Whether its thread has yet to arrive and is not late. */
  boolean isInTime() {
    return stage.get() == Stage.COMING;
  }

  /** Declares it late; false if it has arrived or was late already. */
  boolean giveUpAsLate() {
    return stage.compareAndSet(Stage.COMING, Stage.LATE);
  }

  /** Gives a late worker up for good; false if it has arrived. */
  boolean giveUp() {
    return stage.compareAndSet(Stage.LATE, Stage.GONE);
  }

  /** Starts searching; the maker of the worker has already counted it. */
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
   * Runs the current task and all waiting ones, while this thread may.
   *
   * <p>The clock is read at the end of stamped tasks and at both ends of the whole. Time in tasks
   * is therefore exact in the end; the gaps between tasks count as time in task. An unstamped task
   * counts with the wait of the previous one. If unstamped tasks took long together, well above
   * their usual time, one of them counts with all the rest. A long task among short ones is then
   * not missed.
   */
  private void runAll() {
    long countedNs = pool.clock.nanoTime(); // and fresh if the current task has a stamp
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

  /** Counts one long task if the untimed ones took that long together. */
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

  /** Runs the current task, which begins at this time; returns its end. */
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
    if (pool.isStopped()) { // checked afterwards: it may be the stop that was cleared
      thread.interrupt();
    }
    pool.runTask(task);
    if (thread.getContextClassLoader() != loader) {
      thread.setContextClassLoader(loader);
    }
  }
}
