package dev.foliot.bench;

import org.jspecify.annotations.Nullable;

/** A bench that ended without a measurement: the message says why, in one line. */
public final class BenchFailedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  BenchFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
