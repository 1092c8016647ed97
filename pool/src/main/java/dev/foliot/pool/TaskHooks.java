package dev.foliot.pool;

import org.jspecify.annotations.Nullable;

/**
 * Called around each task, on its thread. Called by many threads at once: implementations must be
 * thread-safe and fast. An exception goes to the thread's uncaught exception handler and has no
 * other effect.
 *
 * <p>The task is what the pool runs. For {@code submit} that is a {@link
 * java.util.concurrent.Future}.
 */
public interface TaskHooks {
  /** Called before a task runs. */
  default void before(Runnable task) {}

  /**
   * Called after a task ran. Decides whether it succeeded.
   *
   * @param thrown the task's exception, also that of a submitted task; null without one
   * @return by default {@link Outcome#FAILED} for an exception
   */
  default Outcome after(Runnable task, @Nullable Throwable thrown) {
    return thrown == null ? Outcome.SUCCEEDED : Outcome.FAILED;
  }
}
