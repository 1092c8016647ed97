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
  private final CpuSampler sampler;
  private @Nullable ClassLoader loader;

  Worker(PlatformPool pool, int number) {
    this.pool = pool;
    this.number = number;
    this.sampler = new CpuSampler(number, ThreadCpu.isKnown());
  }

  /** Starts searching; whoever made the worker has counted it so. */
  @Override
  public void run() {
    loader = Thread.currentThread().getContextClassLoader();
    do {
      QueuedTask first = pool.search();
      if (first != null) {
        pool.found();
        runFrom(first);
        if (!pool.searchAgain()) {
          return;
        }
      }
    } while (pool.stay());
  }

  /** Runs a task and all that wait behind it, for as long as this thread may. */
  private void runFrom(QueuedTask first) {
    long beginNs = pool.clock.nanoTime();
    pool.countBegun(number, first, beginNs);
    QueuedTask task = first;
    while (task != null) {
      long endNs = runFrom(task.task(), beginNs);
      task = pool.next();
      if (task != null) {
        pool.countNext(number, endNs - beginNs, task, endNs);
      } else {
        pool.countEnded(number, endNs - beginNs);
      }
      beginNs = endNs;
    }
  }

  /** Runs a task that begins at a time; when it ended. */
  private long runFrom(Runnable task, long beginNs) {
    if (!sampler.isDue()) {
      run(task);
      return pool.clock.nanoTime();
    }
    long cpuNs = ThreadCpu.nowNs();
    run(task);
    cpuNs = ThreadCpu.nowNs() - cpuNs;
    long endNs = pool.clock.nanoTime();
    sampler.sampled(endNs - beginNs);
    pool.countSampled(number, endNs - beginNs, cpuNs);
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
