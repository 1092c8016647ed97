package dev.foliot.pool;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * What becomes of a task that the pool does not accept: its queue is full, or it is shut down. The
 * counterpart of {@link java.util.concurrent.RejectedExecutionHandler}, which needs a {@link
 * java.util.concurrent.ThreadPoolExecutor}. Many threads call it at once.
 */
@FunctionalInterface
public interface RejectionPolicy {
  /**
   * Decides about a task, on the submitting thread.
   *
   * @param why the reason, with figures
   * @throws RejectedExecutionException to tell the submitter
   */
  void reject(Runnable task, AdaptivePool pool, String why);

  /**
   * Decides about a task that waited longer than {@link PoolBuilder#maxQueueTime} and is no future
   * of the pool; those fail instead. A pool's thread calls it and must not be held up. An exception
   * goes to that thread's uncaught exception handler.
   *
   * @param why the reason, with figures
   */
  default void expired(Runnable task, AdaptivePool pool, String why) {
    reject(task, pool, why);
  }

  /** Throws a {@link RejectedExecutionException}; the default. */
  static RejectionPolicy abort() {
    return (task, pool, why) -> {
      throw new RejectedExecutionException(why);
    };
  }

  /** Runs the task on the submitting thread, which slows it down; drops it after a shutdown. */
  static RejectionPolicy callerRuns() {
    return new RejectionPolicy() {
      @Override
      public void reject(Runnable task, AdaptivePool pool, String why) {
        if (pool.isShutdown()) {
          cancel(task);
        } else {
          task.run();
        }
      }

      // its caller does not wait any more
      @Override
      public void expired(Runnable task, AdaptivePool pool, String why) {
        throw new RejectedExecutionException(why);
      }
    };
  }

  /** Drops the task and throws nothing; a future is cancelled. */
  static RejectionPolicy discard() {
    return (task, pool, why) -> cancel(task);
  }

  /**
   * Drops the task that has waited longest, and tries this one again. Drops it after a shutdown.
   * Futures of dropped tasks are cancelled.
   */
  static RejectionPolicy discardOldest() {
    return new RejectionPolicy() {
      @Override
      public void reject(Runnable task, AdaptivePool pool, String why) {
        if (pool.isShutdown()) {
          cancel(task);
          return;
        }
        Runnable oldest = pool instanceof PoolBody body ? body.takeOldest() : null;
        if (oldest != null) {
          cancel(oldest);
        }
        pool.execute(task);
      }

      @Override
      public void expired(Runnable task, AdaptivePool pool, String why) {
        cancel(task);
      }
    };
  }

  private static void cancel(Runnable task) {
    if (task instanceof Future<?> future) {
      future.cancel(false);
    }
  }
}
