package dev.foliot.apps.service;

/** Text from outside made fit for one line. */
public final class Shown {
  private static final int LONGEST = 120;

  private Shown() {}

  /** At most 120 characters of a text; '?' replaces unprintable ones. */
  public static String text(String raw) {
    StringBuilder shown = new StringBuilder();
    raw.codePoints()
        .limit(LONGEST)
        .map(c -> isPrintable(c) ? c : '?')
        .forEach(shown::appendCodePoint);
    return raw.codePointCount(0, raw.length()) > LONGEST ? shown + "..." : shown.toString();
  }

  /** What went wrong, in one line. */
  public static String fault(Throwable fault) {
    String message = fault.getMessage();
    return text(message == null ? fault.getClass().getSimpleName() : message);
  }

  private static boolean isPrintable(int codePoint) {
    int type = Character.getType(codePoint);
    return type != Character.CONTROL
        && type != Character.FORMAT
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR
        && type != Character.SURROGATE
        && type != Character.UNASSIGNED;
  }
}
