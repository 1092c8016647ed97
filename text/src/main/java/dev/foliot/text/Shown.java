package dev.foliot.text;

import org.jspecify.annotations.Nullable;

/** Makes foreign text safe for one line that a person reads. */
public final class Shown {
  private static final int LONGEST = 120;
  private static final int LONGEST_REASON = 500;
  private static final int LONGEST_END = 300;

  private Shown() {}

  /** A reason's text inside another, in at most 500 characters. */
  public static String reason(Reason why) {
    return text(why.text(), LONGEST_REASON);
  }

  /** The same, with its remedy in parentheses if it exists. */
  public static String advised(Reason why) {
    return reason(why) + (why.remedy().isEmpty() ? "" : " (" + remedy(why) + ")");
  }

  /** The remedy, in at most 500 characters. */
  public static String remedy(Reason why) {
    return text(why.remedy(), LONGEST_REASON);
  }

  /** At most 120 characters of a text; '?' replaces control and formatting characters. */
  public static String text(@Nullable String raw) {
    return text(raw, LONGEST);
  }

  /** A text cut to this length; '?' replaces control and formatting characters. */
  public static String text(@Nullable String raw, int longest) {
    if (raw == null) {
      return "no reason given";
    }
    StringBuilder shown = new StringBuilder();
    raw.codePoints()
        .limit(longest)
        .map(c -> isPrintable(c) ? c : '?')
        .forEach(shown::appendCodePoint);
    return raw.codePointCount(0, raw.length()) > longest ? shown + "..." : shown.toString();
  }

  /** The end of a text that is too long, where names differ; safe like {@link #text}. */
  public static String end(String raw, int width) {
    String text = text(raw, LONGEST_END);
    int length = text.codePointCount(0, text.length());
    return length <= width
        ? text
        : "..." + text.substring(text.offsetByCodePoints(0, length - width + "...".length()));
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
