package dev.foliot.bench;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The wish to end a load early, with its reason. Safe for use by any number of threads. */
final class Stop {
  private final AtomicReference<@Nullable String> reason = new AtomicReference<>();

  /** Asks to end; the first reason stays. */
  void ask(String why) {
    reason.compareAndSet(null, why);
  }

  boolean isAsked() {
    return reason.get() != null;
  }

  /** Why, or null if nobody asked. */
  @Nullable String reason() {
    return reason.get();
  }
}
