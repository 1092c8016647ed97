package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.NumberText;
import dev.foliot.fleet.cells.TimeText;
import java.io.IOException;
import java.io.Reader;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What Graphite renders as CSV, which has no names of columns, or as raw text, and the lines that
 * Carbon takes.
 *
 * <p>Formats: graphite.readthedocs.io/en/latest, "Render API" (Data Display Formats) and "Feeding
 * In Your Data" (the plaintext protocol).
 */
final class GraphiteRows extends NamedPoints {
  /** {@code target,start,end,step|value,value,None}. */
  private static final Pattern RAW =
      Pattern.compile("(.+),(\\d{9,10}),(\\d{9,10}),(\\d{1,6})\\|(.*)");

  /** What Carbon takes: {@code path value seconds}. */
  private static final Pattern PLAIN = Pattern.compile("(\\S+)\\s+(\\S+)\\s+(\\d{9,10})\\s*");

  private static final Pattern MOMENT = Pattern.compile("\\d{9,10}|.*\\d[-/:]\\d.*");

  private static final int CELLS = 3;

  GraphiteRows(InputFile file) {
    super(file);
  }

  static boolean is(Head head) {
    List<String> lines = head.lines();
    if (lines.stream().allMatch(line -> RAW.matcher(line).matches())) {
      return true;
    }
    NumberText number = new NumberText();
    TimeText time = new TimeText();
    // the last line may be cut
    List<String> whole = lines.size() > 1 ? lines.subList(0, lines.size() - 1) : lines;
    if (whole.stream().allMatch(line -> isPlain(line, number))) {
      return true;
    }
    for (String line : whole) {
      String[] cells = cells(line);
      boolean point =
          cells != null
              && !number.read(cells[0])
              && !time.read(cells[0])
              && isMoment(cells[1])
              && time.read(cells[1])
              && (cells[2].isEmpty() || cells[2].equals("None") || number.read(cells[2]));
      if (!point) {
        return false;
      }
    }
    // a node in the first column of a table without a header has no path
    String[] first = cells(whole.getFirst());
    return first != null && (first[0].contains(".") || first[0].contains(";"));
  }

  /** A date, or seconds since 1970: a small number is a value. */
  private static boolean isMoment(String cell) {
    return MOMENT.matcher(cell).matches();
  }

  private static boolean isPlain(String line, NumberText number) {
    Matcher plain = PLAIN.matcher(line);
    return plain.matches()
        && (plain.group(1).contains(".") || plain.group(1).contains(";"))
        && (number.read(plain.group(2)) || plain.group(2).equalsIgnoreCase("nan"));
  }

  /** The three cells of a line; a name in it may have commas. */
  private static String @Nullable [] cells(String line) {
    int second = line.lastIndexOf(',');
    int first = second < 0 ? -1 : line.lastIndexOf(',', second - 1);
    if (first < 0) {
      return null;
    }
    String[] cells = new String[CELLS];
    cells[0] = unquoted(line.substring(0, first));
    cells[1] = unquoted(line.substring(first + 1, second));
    cells[2] = unquoted(line.substring(second + 1));
    return cells;
  }

  private static String unquoted(String cell) {
    String text = cell.strip();
    return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text;
  }

  @Override
  void points(Sink sink, Notes notes) throws IOException, SQLException {
    try (Reader text = file().text()) {
      Lines lines = new Lines(text);
      for (String line = lines.next(); line != null; line = lines.next()) {
        if (line.isBlank()) {
          continue;
        }
        Matcher raw = RAW.matcher(line);
        if (raw.matches()) {
          long time = Long.parseLong(raw.group(2));
          for (String value : raw.group(5).split(",", -1)) {
            sink.point(raw.group(1), Long.toString(time), value.equals("None") ? "" : value);
            time += Long.parseLong(raw.group(4));
          }
          continue;
        }
        Matcher plain = PLAIN.matcher(line);
        if (plain.matches()) {
          sink.point(plain.group(1), plain.group(3), plain.group(2));
          continue;
        }
        String[] cells = cells(line);
        if (cells == null) {
          notes.count("lines have no name, time and value");
        } else {
          sink.point(cells[0], cells[1], cells[2].equals("None") ? "" : cells[2]);
        }
      }
    }
  }
}
