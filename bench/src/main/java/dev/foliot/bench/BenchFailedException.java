package dev.foliot.bench;

import org.jspecify.annotations.Nullable;

/** A bench ended without a measurement; the message gives the reason in one line. */
public final class BenchFailedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Whether a thread is still inside the task. The harness then makes no further calls to it. */
  private final boolean insideTask;

  BenchFailedException(String message, @Nullable Throwable cause) {
    this(message, cause, false);
  }

  BenchFailedException(String message, @Nullable Throwable cause, boolean insideTask) {
    super(message, cause);
    this.insideTask = insideTask;
  }

  boolean insideTask() {
    return insideTask;
  }
}
