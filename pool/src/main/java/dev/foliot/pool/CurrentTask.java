package dev.foliot.pool;

import org.jspecify.annotations.Nullable;

/** The task that runs on the current thread. */
public final class CurrentTask {
  private static final ThreadLocal<@Nullable Boolean> FAILED = new ThreadLocal<>();

  /** Without any use, a task costs no look at the thread local. */
  private static volatile boolean isUsed;

  private CurrentTask() {}

  /**
   * Counts the current task as failed, although it throws no exception: it timed out, or a stage of
   * a {@link java.util.concurrent.CompletableFuture} failed in it. Without effect on threads that
   * run no task of a pool.
   */
  public static void failed() {
    isUsed = true;
    FAILED.set(Boolean.TRUE);
  }

  /** Whether the task that ended just now on this thread was called failed; forgets it. */
  static boolean takeFailed() {
    if (!isUsed || FAILED.get() == null) {
      return false;
    }
    FAILED.remove();
    return true;
  }
}
