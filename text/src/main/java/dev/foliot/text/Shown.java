package dev.foliot.text;

import org.jspecify.annotations.Nullable;

/** Text from outside made fit for one line that a person reads. */
public final class Shown {
  private static final int LONGEST = 120;
  private static final int LONGEST_REASON = 500;

  private Shown() {}

  /** What a reason says, as a part of another, in at most 500 characters. */
  static String reason(Reason why) {
    return text(why.text(), LONGEST_REASON);
  }

  /** The same with what to do about it, where there is something, in parentheses. */
  static String advised(Reason why) {
    return reason(why) + (why.remedy().isEmpty() ? "" : " (" + remedy(why) + ")");
  }

  /** What to do about it, in at most 500 characters. */
  static String remedy(Reason why) {
    return text(why.remedy(), LONGEST_REASON);
  }

  /** At most 120 characters of a text, control and formatting characters replaced by '?'. */
  public static String text(@Nullable String raw) {
    return text(raw, LONGEST);
  }

  /** At most so many characters of a text, control and formatting characters replaced by '?'. */
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
