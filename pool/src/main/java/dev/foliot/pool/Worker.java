package dev.foliot.pool;

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
  private final PlatformPool pool;
  private final int number;
  private @Nullable ClassLoader loader;
  private long nowNs;

  Worker(PlatformPool pool, int number) {
    this.pool = pool;
    this.number = number;
  }

  /** Starts searching; whoever made the worker has counted it so. */
  @Override
  public void run() {
    loader = Thread.currentThread().getContextClassLoader();
    do {
      QueuedTask first = pool.search();
      if (first != null) {
        pool.found();
        nowNs = pool.clock.nanoTime();
        runFrom(first);
        if (!pool.searchAgain()) {
          return;
        }
      }
    } while (pool.stay());
  }

  /** Runs a task and all that wait behind it, for as long as this thread may. */
  private void runFrom(QueuedTask first) {
    QueuedTask task = first;
    Tally tally = pool.tallies.hold(number);
    tally.begun(waitNs(task));
    tally.release();
    while (task != null) {
      long beginNs = nowNs;
      run(task.task());
      nowNs = pool.clock.nanoTime();
      task = pool.isSurplus() ? null : pool.queue.poll();
      tally = pool.tallies.hold(number);
      tally.ended(nowNs - beginNs);
      if (task != null) {
        tally.begun(waitNs(task));
      }
      tally.release();
    }
  }

  private long waitNs(QueuedTask task) {
    return Math.max(0, nowNs - task.acceptedNs());
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
