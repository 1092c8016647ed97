package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The numbered lines of a capture, without comments and blank lines.
 *
 * @param name of the file, for messages
 * @param lines without comments and blank lines
 * @param comments the lines that begin with a {@code #}, with the blanks before it
 */
record CaptureText(String name, List<Line> lines, List<Line> comments) {
  private static final int LONGEST_LINE = 64 << 10;
  private static final int LONGEST_QUOTE = 60;
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  /**
   * One line.
   *
   * @param number from 1
   * @param text without blanks at its ends
   */
  record Line(int number, String text) {}

  static CaptureText of(String name, String text) {
    List<Line> lines = new ArrayList<>();
    List<Line> comments = new ArrayList<>();
    int number = 0;
    int from = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
    while (from < text.length()) {
      int end = text.indexOf('\n', from);
      int to = end < 0 ? text.length() : end;
      number++;
      String line = text.substring(from, Math.min(to, from + LONGEST_LINE + 1));
      if (line.indexOf('\0') >= 0) {
        throw new CaptureException(
            name
                + ":"
                + number
                + (line.startsWith("PERFILE")
                    ? ": this is perf's own file: capture with perf stat -x ';'; of perf c2c record"
                        + " give what perf c2c report --stats prints"
                    : ": this is binary, not a capture"));
      }
      if (to - from > LONGEST_LINE) {
        throw new CaptureException(
            name + ":" + number + ": a line longer than " + LONGEST_LINE + " characters");
      }
      String said = line.strip();
      if (said.startsWith("#") || said.startsWith("\"#")) {
        comments.add(new Line(number, line.stripTrailing()));
      } else if (!said.isEmpty()) {
        lines.add(new Line(number, line.stripTrailing()));
      }
      from = to + 1;
    }
    return new CaptureText(name, List.copyOf(lines), List.copyOf(comments));
  }

  /** Creates the exception for a malformed line. */
  CaptureException damaged(Line line, String what) {
    return new CaptureException(
        name + ":" + line.number() + ": " + what + ": '" + quoted(line.text().strip()) + "'");
  }

  static String quoted(String text) {
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
  }

  /**
   * Checks that all events of a capture have their counted share of the time. Some versions of perf
   * print it for no event; if only some events lack it, the capture was cut off.
   */
  static final class Completeness {
    private static final double MOST_PERCENT = 100.5;

    private boolean anySays;
    private @Nullable Line silent;
    private @Nullable Line wrong;

    void see(Line line, OptionalDouble percent) {
      if (percent.isEmpty()) {
        silent = silent == null ? line : silent;
        return;
      }
      anySays = true;
      double value = percent.getAsDouble();
      if ((value < 0 || value > MOST_PERCENT) && wrong == null) {
        wrong = line;
      }
    }

    void check(CaptureText text) {
      Line cut = silent;
      if (anySays && cut != null) {
        throw text.damaged(cut, "cut off: it does not say how long was counted");
      }
      Line bad = wrong;
      if (bad != null) {
        throw text.damaged(bad, "the share of the time that was counted is no percentage");
      }
    }
  }
}
