package dev.foliot.pool;

/** Handles uncaught exceptions. */
final class Uncaught {
  private Uncaught() {}

  /**
   * Passes it to the current thread's handler, as the JVM would; the thread goes on. Exceptions of
   * the handler are ignored, as in the JVM.
   */
  @SuppressWarnings("EmptyCatch")
  static void hand(Throwable e) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    } catch (Throwable ignored) {
      // ignored, as in the JVM
    }
  }
}
