package dev.foliot.report.page;

/**
 * Text from outside made fit for a page: it is escaped where it is written, and here it loses what
 * escaping leaves: control characters, marks that turn the direction of what follows, and length.
 */
public final class Foreign {
  /** For names in tables and pictures. */
  public static final int NAME = 120;

  /** For sentences: reasons, notes. */
  public static final int SENTENCE = 600;

  /** For what must be whole: a command, an argument, a fact of the environment. */
  public static final int EXACT = 4_000;

  private static final int REPLACEMENT = 0xFFFD;

  private Foreign() {}

  public static String name(String raw) {
    return text(raw, NAME);
  }

  public static String sentence(String raw) {
    return text(raw, SENTENCE);
  }

  public static String exact(String raw) {
    return text(raw, EXACT);
  }

  /** At most so many characters; what is not printable becomes U+FFFD. */
  public static String text(String raw, int longest) {
    StringBuilder shown = new StringBuilder();
    raw.codePoints()
        .limit(longest)
        .map(c -> isPrintable(c) ? c : REPLACEMENT)
        .forEach(shown::appendCodePoint);
    long length = raw.codePoints().count();
    return length > longest
        ? shown + "… (" + Units.count(length) + " characters)"
        : shown.toString();
  }

  private static boolean isPrintable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
