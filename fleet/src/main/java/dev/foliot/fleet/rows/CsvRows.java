package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Cancelled;
import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.cells.TimeText;
import java.io.IOException;
import java.io.Reader;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a CSV file: cells between commas, semicolons, tabs or bars, after a line of names.
 */
final class CsvRows implements Rows {
  private static final Pattern TIME_OF_DAY =
      Pattern.compile("\\d{1,2}:\\d{2}(:\\d{2}([.,]\\d+)?)?( ?[AaPp][Mm])?");

  private static final long YEAR_2000_US = 946_684_800_000_000L;
  private static final int LONGEST_SHOWN = 80;

  private final InputFile file;

  CsvRows(InputFile file) {
    this.file = file;
  }

  static boolean is(Head head) {
    String lower = head.fileName().toLowerCase(Locale.ROOT);
    return head.firstLine().chars().anyMatch(c -> CsvHeader.DELIMITERS.indexOf(c) >= 0)
        || head.lines().stream()
            .limit(2)
            .allMatch(line -> line.chars().anyMatch(c -> CsvHeader.DELIMITERS.indexOf(c) >= 0))
        || lower.endsWith(".csv")
        || lower.endsWith(".tsv");
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    CsvHeader header = CsvHeader.of(file);
    List<String> names = header.names();
    Set<String> known = Set.copyOf(names);
    try (Reader text = file.text()) {
      CsvScanner scanner = new CsvScanner(text, header.delimiter(), file.name());
      header.skip(scanner);
      sink.columns(names);
      boolean first = true;
      Clock clock = null;
      long ragged = 0;
      while (!sink.isFull() && scanner.next()) {
        if (isHeader(scanner, names)) {
          notes.count("lines of names are repeated among the rows, and were left out");
          continue;
        }
        if (first) {
          if (!header.isGiven()) {
            refuseWithoutNames(names, scanner, header.delimiter());
          }
          header.refuseRepeated(file.name());
          clock = clock(names, scanner);
          first = false;
        }
        refuseOtherNames(names, known, scanner);
        if (clock != null) {
          clock.join(scanner);
        }
        ragged += scanner.count() == names.size() || header.isGiven() ? 0 : 1;
        sink.row(scanner.cells(), Math.min(scanner.count(), names.size()));
        Cancelled.check();
      }
      notes.count("rows of CSV have more or fewer cells than their header", ragged);
      notes.count("characters of cells that are too long were left out", scanner.cut());
    }
  }

  /** Two tables in one file, whose columns differ. */
  private void refuseOtherNames(List<String> names, Set<String> known, CsvScanner row) {
    String first = row.cells()[0];
    if (first == null || !known.contains(first)) {
      return;
    }
    long again =
        Arrays.stream(row.cells(), 0, row.count())
            .filter(cell -> cell != null && known.contains(cell.strip()))
            .count();
    boolean another =
        first.equals(names.getFirst())
            && row.count() > 1
            && Arrays.stream(row.cells(), 1, row.count()).noneMatch(CsvRows::isData);
    if (another || (again > 1 && 2 * again >= names.size())) {
      throw new FleetException(
          "%s has a second line of names with other columns: give each table a file of its own"
              .formatted(file.name()));
    }
  }

  private static boolean isHeader(CsvScanner scanner, List<String> names) {
    if (scanner.count() != names.size() || !names.getFirst().equals(scanner.cells()[0])) {
      return false;
    }
    for (int i = 0; i < names.size(); i++) {
      if (!names.get(i).equals(scanner.cells()[i])) {
        return false;
      }
    }
    return true;
  }

  /** A first line of data is as the second: numbers and times where that has them. */
  private void refuseWithoutNames(List<String> names, CsvScanner row, char delimiter) {
    boolean alike = CsvHeader.looksLikeData(names);
    for (int i = 0; i < Math.min(names.size(), row.count()); i++) {
      String cell = row.cells()[i];
      boolean empty = cell == null || cell.isEmpty() || names.get(i).equals("column" + (i + 1));
      alike &= empty || isData(names.get(i)) == isData(cell);
    }
    if (names.size() > 2 && names.stream().skip(1).allMatch(CsvRows::isTime)) {
      throw new FleetException(
          "%s has a column for each time, as %s: turn it, so that each row has one time"
              .formatted(file.name(), Texts.quote(names.get(1))));
    }
    if (alike) {
      List<String> second = new ArrayList<>();
      Arrays.stream(row.cells(), 0, row.count())
          .forEach(cell -> second.add(cell == null ? "" : cell));
      String between = Character.toString(delimiter);
      throw new FleetException(
          "%s has no line of names: its first lines are data (%s; %s). Say what its columns are, as"
                  .formatted(
                      file.name(),
                      Texts.line(String.join(between, names), LONGEST_SHOWN),
                      Texts.line(String.join(between, second), LONGEST_SHOWN))
              + " --columns "
              + likely(names)
              + ", or put a line of names before them");
    }
  }

  /** What the columns of a row may be, up to the last that is needed: a time, a node, a number. */
  private static String likely(List<String> cells) {
    int time = -1;
    int node = -1;
    for (int i = cells.size() - 1; i >= 0; i--) {
      time = isTime(cells.get(i)) ? i : time;
      node = isData(cells.get(i)) ? node : i;
    }
    for (int i = cells.size() - 1; time < 0 && i >= 0; i--) {
      time = i != node && cells.get(i).chars().allMatch(Character::isDigit) ? i : time;
    }
    int number = -1;
    for (int i = cells.size() - 1; i >= 0; i--) {
      number = i != time && i != node && isData(cells.get(i)) ? i : number;
    }
    if (time < 0 || node < 0 || number < 0) {
      return "time,node,cpu";
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i <= Math.max(number, Math.max(time, node)); i++) {
      names.add(i == time ? "time" : i == node ? "node" : i == number ? "cpu" : "column" + (i + 1));
    }
    return String.join(",", names);
  }

  /** The places of a date and of a time of day that are columns of their own. */
  private record Clock(int date, int time) {
    /** Puts the date before the time of day. */
    void join(CsvScanner row) {
      @Nullable String[] cells = row.cells();
      if (Math.max(date, time) < row.count() && cells[date] != null && cells[time] != null) {
        cells[time] = cells[date] + " " + cells[time];
      }
    }
  }

  private static @Nullable Clock clock(List<String> names, CsvScanner row) {
    List<String> lower = names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    int date = lower.indexOf("date");
    int time = lower.indexOf("time");
    if (date < 0 || time < 0 || Math.max(date, time) >= row.count()) {
      return null;
    }
    String cell = row.cells()[time];
    return cell != null && TIME_OF_DAY.matcher(cell).matches() ? new Clock(date, time) : null;
  }

  private static boolean isTime(String name) {
    TimeText time = new TimeText();
    return time.read(name) && time.us() > YEAR_2000_US;
  }

  private static boolean isData(@Nullable String cell) {
    return cell != null && CsvHeader.looksLikeData(List.of(cell));
  }
}
