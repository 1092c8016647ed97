package dev.foliot.fleet.cells;

import java.util.List;
import java.util.regex.Pattern;

/** Shortens text from outside. */
public final class Texts {
  /** The maximum length of a node's or a label's name. */
  public static final int LONGEST_NAME = 1000;

  private static final int LONGEST_QUOTE = 100;
  private static final int MOST_NAMED = 12;
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\p{Zl}\\p{Zp}\\p{Cf}]+");

  private Texts() {}

  /** The text in one line of at most {@code longest} characters. */
  public static String line(String text, int longest) {
    // the far end of a long text is not needed
    String head = text.length() <= 4 * longest ? text : text.substring(0, 4 * longest);
    String line = CONTROL.matcher(head).replaceAll(" ").strip();
    return line.length() <= longest ? line : head(line, longest) + "…";
  }

  /** A name for a sentence: short and in quotes. */
  public static String quote(String name) {
    return "'" + line(name, LONGEST_QUOTE) + "'";
  }

  /** Names for a sentence: the first dozen. */
  public static String list(List<String> names) {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < Math.min(names.size(), MOST_NAMED); i++) {
      list.append(i == 0 ? "" : ", ").append(line(names.get(i), LONGEST_QUOTE));
    }
    int more = names.size() - MOST_NAMED;
    return more > 0 ? list + " and " + more + " more" : list.toString();
  }

  /** A node's or a label's name, cut to {@link #LONGEST_NAME} characters. */
  public static String name(String text) {
    return text.length() <= LONGEST_NAME ? text : head(text, LONGEST_NAME) + "…";
  }

  /** The first characters, without half of a surrogate pair at the end. */
  private static String head(String text, int length) {
    return text.substring(
        0, Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length);
  }
}
