package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.KnownNames;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.NumberText;
import java.io.IOException;
import java.io.Reader;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A panel's data as Grafana saves it: a column of times, and one for each series, whose name tells
 * its metric and node; or, of older versions, the columns Series, Time and Value.
 */
final class GrafanaRows extends NamedPoints {
  private static final List<String> ROWS = List.of("Series", "Time", "Value");

  GrafanaRows(InputFile file) {
    super(file);
  }

  static boolean is(Head head) {
    CsvHeader header = CsvHeader.of(head.text(), head.fileName());
    if (header == null) {
      return false;
    }
    List<String> names = header.names();
    return names.equals(ROWS)
        || (names.size() > 2
            && KnownNames.TIME.contains(names.getFirst().toLowerCase(Locale.ROOT))
            && SeriesNames.of(names.subList(1, names.size())).isStructured()
            && isOfNumbers(header.firstRow(head.text(), head.fileName())));
  }

  /** Whether all cells but the time's are numbers or empty, so that none names a node. */
  private static boolean isOfNumbers(List<String> row) {
    NumberText pointed = new NumberText(NumberText.Decimal.POINT);
    NumberText comma = new NumberText(NumberText.Decimal.COMMA);
    return row.stream()
        .skip(1)
        .allMatch(cell ->
            cell.isBlank()
                || cell.equalsIgnoreCase("null")
                || pointed.read(cell)
                || comma.read(cell));
  }

  @Override
  void points(Sink sink, Notes notes) throws IOException, SQLException {
    CsvHeader header = CsvHeader.of(file());
    List<String> names = header.names();
    header.refuseRepeated(file().name());
    try (Reader text = file().text()) {
      CsvScanner scanner = new CsvScanner(text, header.delimiter(), file().name());
      header.skip(scanner);
      while (scanner.next()) {
        @Nullable String[] cells = scanner.cells();
        if (names.equals(ROWS)) {
          if (scanner.count() == ROWS.size()) {
            sink.point(cell(cells[0]), cell(cells[1]), cell(cells[2]));
          }
          continue;
        }
        for (int i = 1; i < Math.min(scanner.count(), names.size()); i++) {
          sink.point(names.get(i), cell(cells[0]), cell(cells[i]));
        }
      }
    }
  }

  private static String cell(@Nullable String text) {
    return text == null ? "" : text;
  }
}
