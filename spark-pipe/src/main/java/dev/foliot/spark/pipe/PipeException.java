package dev.foliot.spark.pipe;

import java.io.IOException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** An answer of Spark that is an error, or none at all. The message is one line. */
public final class PipeException extends IOException {
  @Serial private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Kind {
    /** A request that failed in Spark; the message is Spark's. */
    FAILED,
    /** A request that cannot be met; the message says what to do. */
    REFUSED,
    /** Spark has ended, or what answers is not Foliot's part in it. */
    LOST,
    /** It was cancelled here. */
    CANCELLED
  }

  private final Kind kind;

  PipeException(Kind kind, String message) {
    this(kind, message, null);
  }

  PipeException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What went wrong. */
  public Kind kind() {
    return kind;
  }

  /** The message, which is there. */
  public String line() {
    return String.valueOf(getMessage());
  }
}
