package dev.foliot.pool;

/** What is done with what nobody catches. */
final class Uncaught {
  private Uncaught() {}

  /**
   * Hands it to the current thread's handler, as the JVM would; the thread goes on. What the
   * handler throws is ignored, as the JVM does.
   */
  @SuppressWarnings("EmptyCatch")
  static void hand(Throwable e) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    } catch (Throwable ignored) {
      // as the JVM does
    }
  }
}
