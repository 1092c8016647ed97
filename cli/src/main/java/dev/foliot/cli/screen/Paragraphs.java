package dev.foliot.cli.screen;

import dev.foliot.text.Shown;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Texts of several lines, each with its name to the left of it. */
public final class Paragraphs {
  private static final int WIDTH = 96;
  private static final int INDENT = 2;
  private static final int NAME_WIDTH = 12;
  private static final int LONGEST = 2_000;

  private final PrintStream out;

  public Paragraphs(PrintStream out) {
    this.out = out;
  }

  /** A text from outside or of ours below its name; nothing where it is empty. */
  public void print(String name, String text) {
    print(name, text, "");
  }

  /**
   * The same, whose later lines are further in.
   *
   * @param mark before the first line
   */
  public void print(String name, String text, String mark) {
    if (text.isEmpty()) {
      return;
    }
    String shown = Shown.text(text, LONGEST);
    int left = INDENT + NAME_WIDTH + mark.length();
    String before = " ".repeat(INDENT) + Columns.left(name, NAME_WIDTH) + mark;
    for (String line : wrapped(shown, WIDTH - left)) {
      out.println((before + line).stripTrailing());
      before = " ".repeat(left);
    }
  }

  /** Several texts, each on lines of its own. */
  public void list(String name, List<String> texts, int most) {
    for (int i = 0; i < Math.min(most, texts.size()); i++) {
      print(i == 0 ? name : "", texts.get(i), texts.size() == 1 ? "" : "- ");
    }
    if (texts.size() > most) {
      print("", "and " + (texts.size() - most) + " more", "- ");
    }
  }

  /**
   * Words put together to lines of at most a width; a word that is longer has a line of its own.
   */
  public static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.strip().split(" +", -1)) {
      if (!line.isEmpty() && length(line) + 1 + length(word) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  private static int length(CharSequence text) {
    return Character.codePointCount(text, 0, text.length());
  }
}
