package dev.foliot.bench;

import dev.foliot.text.Shown;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The first exception of the task, kept to be shown. Safe for use by any number of threads. */
final class Faults {
  private final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();

  void add(Throwable e) {
    first.compareAndSet(null, e);
  }

  @Nullable Throwable first() {
    return first.get();
  }

  /** The exception's class and message in one line, whatever they hold. */
  static String describe(Throwable e) {
    String message;
    try {
      message = e.getMessage();
    } catch (RuntimeException broken) {
      message = null;
    }
    return e.getClass().getName() + (message == null ? "" : ": " + Shown.text(message));
  }
}
