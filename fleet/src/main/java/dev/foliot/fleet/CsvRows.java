package dev.foliot.fleet;

import java.io.IOException;
import java.io.Reader;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a CSV file: cells between commas, semicolons, tabs or bars, after a line of names.
 */
final class CsvRows implements Rows {
  static final String DELIMITERS = ",;\t|";
  private static final int LONGEST_LINE = 1 << 20;

  private final InputFile file;

  CsvRows(InputFile file) {
    this.file = file;
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    char delimiter = delimiter();
    try (Reader text = file.text()) {
      CsvScanner scanner = new CsvScanner(text, delimiter, file.name());
      if (!scanner.next()) {
        throw new FleetException(file.name() + " is empty: give a file with data");
      }
      List<String> names = names(scanner.cells(), scanner.count());
      sink.columns(names);
      long ragged = 0;
      while (scanner.next()) {
        ragged += scanner.count() == names.size() ? 0 : 1;
        sink.row(scanner.cells(), Math.min(scanner.count(), names.size()));
        Cancelled.check();
      }
      notes.count("rows of CSV have more or fewer cells than their header", ragged);
      notes.count("characters of cells that are too long were left out", scanner.cut());
    }
  }

  /** The most frequent separator in the first line, outside of quotes. */
  private char delimiter() throws IOException {
    int[] counts = new int[DELIMITERS.length()];
    boolean quoted = false;
    boolean begun = false;
    try (Reader text = file.text()) {
      char[] head = new char[LONGEST_LINE];
      int length = 0;
      for (int n = 0;
          n >= 0 && length < head.length;
          n = text.read(head, length, head.length - length)) {
        length += n;
      }
      for (int i = 0; i < length; i++) {
        char c = head[i];
        if (!quoted && begun && (c == '\n' || c == '\r')) {
          break;
        }
        begun |= c != '\n' && c != '\r';
        quoted ^= c == '"';
        int which = quoted ? -1 : DELIMITERS.indexOf(c);
        if (which >= 0) {
          counts[which]++;
        }
      }
    }
    int best = 0;
    for (int i = 1; i < counts.length; i++) {
      best = counts[i] > counts[best] ? i : best;
    }
    return DELIMITERS.charAt(best);
  }

  private List<String> names(@Nullable String[] cells, int count) {
    NumberText number = new NumberText();
    TimeText time = new TimeText();
    int values = 0;
    ColumnNames names = new ColumnNames();
    List<String> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String cell = cells[i] == null ? "" : cells[i];
      values += number.read(cell) || time.read(cell) ? 1 : 0;
      all.add(names.unique(cell.isBlank() ? "column" + (i + 1) : cell.strip()));
    }
    if (values == count) {
      throw new FleetException(
          file.name()
              + ": the first line is data, not names of columns: put a line of names first");
    }
    return all;
  }
}
