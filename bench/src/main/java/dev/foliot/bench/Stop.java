package dev.foliot.bench;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A request to end a load early, with its reason. Safe for use by any number of threads. */
final class Stop {
  private final AtomicReference<@Nullable String> reason = new AtomicReference<>();

  /** Requests the end; the first reason stays. */
  void ask(String why) {
    reason.compareAndSet(null, why);
  }

  boolean isAsked() {
    return reason.get() != null;
  }

  /** The reason, or null without a request. */
  @Nullable String reason() {
    return reason.get();
  }
}
