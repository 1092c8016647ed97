package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Cells of a table. Stateless. */
final class Csv {
  private static final Set<String> NONE =
      Set.of("", "-", "nan", "inf", "+inf", "-inf", "n/a", "null", "none");

  /** Tools let users choose among these. */
  private static final String SEPARATORS = "\t;^|,";

  private Csv() {}

  /** The cells of a line; those with a separator are quoted. */
  static List<String> cells(String line, char separator) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        cells.add(cell.toString().strip());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString().strip());
    return cells;
  }

  /** The separator that yields a cell of this text, in lower case; null for none. */
  static @Nullable Character separator(String head, String cell) {
    for (int i = 0; i < SEPARATORS.length(); i++) {
      char separator = SEPARATORS.charAt(i);
      if (cells(head.toLowerCase(Locale.ROOT), separator).contains(cell)) {
        return separator;
      }
    }
    return null;
  }

  /** The number in a cell, with or without a percent sign; empty for none; refuses other text. */
  static OptionalDouble number(CaptureText text, Line line, String cell) {
    if (NONE.contains(cell.toLowerCase(Locale.ROOT))) {
      return OptionalDouble.empty();
    }
    OptionalDouble number = PrintedMetric.number(cell.replace("%", "").strip());
    if (number.isEmpty()) {
      throw text.damaged(line, "no number: '" + CaptureText.quoted(cell) + "'");
    }
    return number;
  }

  /** Refuses a line with another number of cells than the head; an empty last cell is fine. */
  static void checkWidth(CaptureText text, Line line, List<String> cells, int width) {
    boolean trailing = cells.size() == width + 1 && cells.getLast().isEmpty();
    if (cells.size() != width && !trailing) {
      throw text.damaged(
          line, "%d columns, where the first line has %d".formatted(cells.size(), width));
    }
  }
}
