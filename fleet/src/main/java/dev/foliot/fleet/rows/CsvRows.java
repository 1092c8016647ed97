package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Cancelled;
import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.Texts;
import java.io.IOException;
import java.io.Reader;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a CSV file: cells between commas, semicolons, tabs or bars, after a line of names.
 */
final class CsvRows implements Rows {
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
    header.refuseRepeated(file.name());
    try (Reader text = file.text()) {
      CsvScanner scanner = new CsvScanner(text, header.delimiter(), file.name());
      header.skip(scanner);
      sink.columns(names);
      boolean first = true;
      long ragged = 0;
      while (!sink.isFull() && scanner.next()) {
        if (isHeader(scanner, names)) {
          notes.count("lines of names are repeated among the rows, and were left out");
          continue;
        }
        if (first) {
          refuseWithoutNames(names, scanner);
          first = false;
        }
        ragged += scanner.count() == names.size() ? 0 : 1;
        sink.row(scanner.cells(), Math.min(scanner.count(), names.size()));
        Cancelled.check();
      }
      notes.count("rows of CSV have more or fewer cells than their header", ragged);
      notes.count("characters of cells that are too long were left out", scanner.cut());
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
  private void refuseWithoutNames(List<String> names, CsvScanner row) {
    boolean alike = CsvHeader.looksLikeData(names);
    for (int i = 0; i < Math.min(names.size(), row.count()); i++) {
      String cell = row.cells()[i];
      boolean empty = cell == null || cell.isEmpty() || names.get(i).equals("column" + (i + 1));
      alike &= empty || isData(names.get(i)) == isData(cell);
    }
    if (alike) {
      List<String> shown = new ArrayList<>(names);
      throw new FleetException(
          "%s has no line of names: its first line is data (%s). Put a line such as"
                  .formatted(file.name(), Texts.list(shown))
              + " time,node,cpu before it");
    }
  }

  private static boolean isData(@Nullable String cell) {
    return cell != null && CsvHeader.looksLikeData(List.of(cell));
  }
}
