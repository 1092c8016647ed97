package dev.foliot.fleet;

import org.jspecify.annotations.Nullable;

/**
 * A fleet's data cannot be read as was asked. The message is one line: which file, what is wrong,
 * and what to do. It may quote names from outside; control characters in it are replaced, and what
 * is long is cut.
 */
public final class FleetException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST = 600;

  /** Of a message that may hold text from outside. */
  public FleetException(String message) {
    this(message, null);
  }

  FleetException(String message, @Nullable Throwable cause) {
    super(Texts.line(message, LONGEST), cause);
  }
}
