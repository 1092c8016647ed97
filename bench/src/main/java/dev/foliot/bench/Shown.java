package dev.foliot.bench;

/** Text from outside made fit for one line of an error message. */
final class Shown {
  private static final int LONGEST = 80;

  private Shown() {}

  /** At most 80 characters, control and formatting characters replaced. */
  static String text(String raw) {
    StringBuilder shown = new StringBuilder();
    raw.codePoints()
        .limit(LONGEST)
        .map(c -> isPrintable(c) ? c : '?')
        .forEach(shown::appendCodePoint);
    return raw.codePointCount(0, raw.length()) > LONGEST ? shown + "..." : shown.toString();
  }

  private static boolean isPrintable(int c) {
    int type = Character.getType(c);
    return type != Character.CONTROL
        && type != Character.FORMAT
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR
        && type != Character.SURROGATE
        && type != Character.UNASSIGNED;
  }
}
