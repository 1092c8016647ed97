package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.KnownNames;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.NumberText;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A panel's data as Grafana saves it: a column of times, and one for each series, whose name tells
 * its metric and node. Several such tables may be below each other. Older versions write the
 * columns Series, Time and Value.
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
        || isStacked(header, head)
        || (names.size() > 2
            && KnownNames.TIME.contains(names.getFirst().toLowerCase(Locale.ROOT))
            && SeriesNames.of(names.subList(1, names.size())).isStructured()
            && isOfNumbers(header.firstRow(head.text(), head.fileName())));
  }

  /** Whether tables of several series are below each other, each with its own names. */
  private static boolean isStacked(CsvHeader header, Head head) {
    CsvScanner scanner =
        new CsvScanner(new StringReader(head.text()), header.delimiter(), head.fileName());
    try {
      header.skip(scanner);
      while (scanner.next()) {
        List<String> row = cells(scanner);
        if (isNames(row, header.names())) {
          // tables that share columns are of other things than one series each
          return Collections.disjoint(row.subList(1, row.size()), header.names());
        }
      }
      return false;
    } catch (IOException | FleetException e) {
      // the head ends within a cell
      return false;
    }
  }

  private static boolean isNames(List<String> row, List<String> names) {
    return row.size() > 1
        && row.getFirst().equalsIgnoreCase(names.getFirst())
        && KnownNames.TIME.contains(row.getFirst().toLowerCase(Locale.ROOT))
        && !CsvHeader.looksLikeData(row);
  }

  private static List<String> cells(CsvScanner scanner) {
    return Arrays.stream(scanner.cells(), 0, scanner.count()).map(GrafanaRows::cell).toList();
  }

  /** Whether all cells but the time's are numbers or empty, so that none names a node. */
  private static boolean isOfNumbers(List<String> row) {
    NumberText pointed = new NumberText(NumberText.Decimal.POINT);
    NumberText comma = new NumberText(NumberText.Decimal.COMMA);
    return !row.isEmpty()
        && row.stream()
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
        if (names.getFirst().equalsIgnoreCase(cell(cells[0]))) {
          List<String> others = cells(scanner);
          names = isNames(others, names) ? others : names;
          continue;
        }
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
