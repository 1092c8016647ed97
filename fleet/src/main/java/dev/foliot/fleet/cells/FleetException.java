package dev.foliot.fleet.cells;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a fleet's data is unreadable as requested.
 *
 * <p>The message is one line: the file, the error, and the remedy. It may quote names from outside;
 * control characters are replaced, and long text is cut.
 */
public final class FleetException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST = 600;

  /** Takes a message that may hold text from outside. */
  public FleetException(String message) {
    this(message, null);
  }

  public FleetException(String message, @Nullable Throwable cause) {
    super(Texts.line(message, LONGEST), cause);
  }
}
