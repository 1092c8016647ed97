package dev.foliot.cli.screen;

import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A command as a person can paste it into a shell. */
public final class ShellText {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");
  private static final String CONTINUED = " \\";

  private ShellText() {}

  /**
   * The words with quotes where a shell needs them; empty where a word could command a terminal.
   */
  public static Optional<String> of(List<String> words) {
    List<String> quoted = new ArrayList<>();
    for (String word : words) {
      if (!Shown.text(word, word.length() + 1).equals(word)) {
        return Optional.empty();
      }
      quoted.add(quote(word));
    }
    return Optional.of(String.join(" ", quoted));
  }

  private static String quote(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /**
   * The same on several lines of at most a width, joined as a shell joins them; a word that is
   * longer has a line of its own.
   */
  public static Optional<List<String>> wrapped(List<String> words, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < words.size(); i++) {
      Optional<String> word = of(words.subList(i, i + 1));
      if (word.isEmpty()) {
        return Optional.empty();
      }
      int length = line.length() + 1 + word.get().length();
      boolean isLast = i == words.size() - 1;
      if (!line.isEmpty() && length + (isLast ? 0 : CONTINUED.length()) > width) {
        lines.add(line + CONTINUED);
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word.get());
    }
    lines.add(line.toString());
    return Optional.of(lines);
  }
}
