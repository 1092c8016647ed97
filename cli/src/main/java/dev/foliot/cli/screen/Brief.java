package dev.foliot.cli.screen;

import dev.foliot.store.Validity;
import dev.foliot.store.ValiditySummary;
import dev.foliot.store.Verdict;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The default output of a command: the answer, one table, the reasons that limit it, the page, the
 * next command. No line is longer than {@link #WIDTH}, but for a path that is.
 */
public final class Brief {
  /** How many columns a line has at most. */
  public static final int WIDTH = 100;

  /** More reasons than these stand under {@code --details}. */
  public static final int MOST_REASONS = 3;

  private static final int LABEL_WIDTH = 11;
  private static final int LONGEST = 4_000;
  private static final String CUT = "...";

  private final Console console;

  /** Prints to the result's stream of a console. */
  public Brief(Console console) {
    this.console = console;
  }

  /**
   * The answer, emphasized.
   *
   * @param most how many lines it may have; what is longer is cut
   */
  public void answer(String text, int most) {
    lines(text, WIDTH, most).forEach(line -> console.out().println(console.ink().strong(line)));
  }

  /** What else a reader should know, in ordinary text. */
  public void also(String text, int most) {
    if (!text.isEmpty()) {
      lines(text, WIDTH, most).forEach(console.out()::println);
    }
  }

  /** An empty line. */
  public void gap() {
    console.out().println();
  }

  /** A table between empty lines; nothing where it has no row. */
  public void table(TextTable table) {
    if (table.isEmpty()) {
      return;
    }
    List<String> lines = table.lines(WIDTH);
    gap();
    console.out().println(console.ink().faint(lines.getFirst()));
    lines.stream().skip(1).forEach(console.out()::println);
    gap();
  }

  /** A text with its label to the left, on at most two lines; nothing where it is empty. */
  public void line(String label, String text) {
    line(label, text, 2);
  }

  /** The same on so many lines at most. */
  public void line(String label, String text, int most) {
    if (text.isEmpty()) {
      return;
    }
    String before =
        console.ink().faint(label) + " ".repeat(Math.max(1, LABEL_WIDTH - label.length()));
    for (String line : lines(text, WIDTH - LABEL_WIDTH, most)) {
      console.out().println(before + line);
      before = " ".repeat(LABEL_WIDTH);
    }
  }

  /**
   * How many parts are valid, and why the others are not: at most three reasons.
   *
   * @param parts the validity of each, by its name
   * @param noun what a part is, {@code fork}
   */
  public void validity(Map<String, Validity> parts, String noun) {
    if (parts.isEmpty()) {
      return;
    }
    ValiditySummary summary = ValiditySummary.of(parts, noun);
    line("valid", summary.headline(), 1);
    // a valid part's reasons harm no figure that is used
    List<ValiditySummary.Line> lines =
        summary.lines().stream().filter(line -> line.verdict() != Verdict.VALID).toList();
    lines.stream().limit(MOST_REASONS).forEach(line -> reason(line.verdict(), line.text()));
    more(lines.size());
  }

  /** A verdict of the whole with at most three of its reasons; nothing where it is VALID. */
  public void validity(Validity validity) {
    if (validity.verdict() == Verdict.VALID) {
      return;
    }
    line("verdict", validity.verdict().toString());
    validity.reasons().stream()
        .limit(MOST_REASONS)
        .forEach(reason -> reason(validity.verdict(), reason));
    more(validity.reasons().size());
  }

  private void reason(Verdict verdict, String text) {
    Ink ink = console.ink();
    String before = " ".repeat(LABEL_WIDTH);
    for (String line : lines(text, WIDTH - LABEL_WIDTH, 2)) {
      console
          .out()
          .println(
              before
                  + switch (verdict) {
                    case VALID -> line;
                    case SUSPECT -> ink.warning(line);
                    case INVALID -> ink.bad(line);
                  });
    }
  }

  private void more(int reasons) {
    if (reasons > MOST_REASONS) {
      line("", (reasons - MOST_REASONS) + " more: --details");
    }
  }

  /** Where the page is: a file, or the command that writes it. */
  public void page(@Nullable Path file, List<String> command) {
    if (file == null) {
      command("page", command);
    } else {
      file("page", file);
    }
  }

  /** A file that was written, whose path is never broken. */
  public void file(String label, Path file) {
    console
        .out()
        .println(
            console.ink().faint(label) + " ".repeat(LABEL_WIDTH - label.length()) + shown(file));
  }

  /** A path, relative to the working directory where that is shorter. */
  public static String shown(Path file) {
    Path whole = file.toAbsolutePath().normalize();
    Path here = Path.of("").toAbsolutePath();
    String text = whole.startsWith(here) ? here.relativize(whole).toString() : whole.toString();
    return Shown.text(text, LONGEST);
  }

  /** What to run next; nothing where that cannot be shown. */
  public void next(List<String> command) {
    command("next", command);
  }

  private void command(String label, List<String> command) {
    List<String> lines =
        command.isEmpty()
            ? List.of()
            : ShellText.wrapped(command, WIDTH - LABEL_WIDTH).orElse(List.of());
    String before = console.ink().faint(label) + " ".repeat(LABEL_WIDTH - label.length());
    for (String line : lines) {
      console.out().println(before + line);
      before = " ".repeat(LABEL_WIDTH);
    }
  }

  private static List<String> lines(String text, int width, int most) {
    List<String> lines = Paragraphs.wrapped(Shown.text(text, LONGEST), width);
    lines = lines.stream().map(line -> cut(line, width)).toList();
    if (lines.size() <= most) {
      return lines;
    }
    List<String> some = new ArrayList<>(lines.subList(0, most));
    some.set(most - 1, cut(begun(some.getLast(), width - CUT.length() - 1) + " " + CUT, width));
    return some;
  }

  /** The words of a line that fit; all of a single word. */
  private static String begun(String line, int width) {
    String fits = line;
    while (fits.codePointCount(0, fits.length()) > width && fits.lastIndexOf(' ') > 0) {
      fits = fits.substring(0, fits.lastIndexOf(' ')).stripTrailing();
    }
    return fits;
  }

  private static String cut(String text, int width) {
    return text.codePointCount(0, text.length()) <= width
        ? text
        : text.substring(0, text.offsetByCodePoints(0, width - CUT.length())) + CUT;
  }
}
