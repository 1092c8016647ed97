package dev.foliot.diagnose.counters.capture;

/**
 * Thrown if captures are unreadable or not comparable.
 *
 * <p>The message is one line: the file and the line, the error, and the remedy. It may quote the
 * file; control characters are replaced, and long text is cut.
 */
public final class CaptureException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST = 600;

  /** Takes a message that may hold text from outside. */
  public CaptureException(String message) {
    super(line(message));
  }

  private static String line(String text) {
    StringBuilder line = new StringBuilder();
    text.codePoints().limit(LONGEST).forEach(c -> line.appendCodePoint(isPrintable(c) ? c : '?'));
    return line.toString();
  }

  private static boolean isPrintable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }
}
