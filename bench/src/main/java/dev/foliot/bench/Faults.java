package dev.foliot.bench;

import dev.foliot.text.Shown;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Keeps the first exception of the task. Safe for use by any number of threads. */
final class Faults {
  private final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();

  void add(Throwable e) {
    first.compareAndSet(null, e);
  }

  @Nullable Throwable first() {
    return first.get();
  }

  /**
   * Describes the exception's class and message in one line, whatever they contain. Of a static
   * initializer that fails, the exception in it says what is wrong.
   */
  static String describe(Throwable e) {
    Throwable cause = e.getCause();
    if (e instanceof ExceptionInInitializerError && cause != null) {
      return describe(cause) + ", in a static initializer";
    }
    String message;
    try {
      message = e.getMessage();
    } catch (RuntimeException broken) {
      message = null;
    }
    return e.getClass().getName() + (message == null ? "" : ": " + Shown.text(message));
  }
}
