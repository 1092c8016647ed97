package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.Texts;
import java.io.IOException;
import java.io.Reader;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Annotated CSV of InfluxDB: one or several tables, each with its annotations and names of columns.
 *
 * <p>A row's {@code _value} is in the column of its {@code _field}. Format:
 * docs.influxdata.com/influxdb/v2/reference/syntax/annotated-csv.
 */
final class InfluxCsvRows implements Rows {
  private static final Set<String> ANNOTATIONS = Set.of("#group", "#datatype", "#default");
  private static final Set<String> OF_THE_ANSWER =
      Set.of("", "result", "table", "_start", "_stop", "_time", "_value", "_field");

  private final InputFile file;

  InfluxCsvRows(InputFile file) {
    this.file = file;
  }

  static boolean is(Head head) {
    String first = head.firstLine();
    return ANNOTATIONS.stream().anyMatch(one -> first.startsWith(one + ","))
        || first.startsWith(",result,table,");
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    GrowingRow row = new GrowingRow(sink, file.name());
    List<String> names = List.of();
    Map<String, String> defaults = new HashMap<>();
    List<String> usual = List.of();
    boolean heading = true;
    try (Reader text = file.text()) {
      CsvScanner scanner = new CsvScanner(text, ',', file.name());
      while (scanner.next()) {
        @Nullable String[] cells = scanner.cells();
        String first = cell(cells, 0);
        boolean annotation = ANNOTATIONS.contains(first);
        if (annotation) {
          usual = first.equals("#default") ? all(cells, scanner.count()) : usual;
          heading = true;
        } else if (heading || isHeader(cells, scanner.count())) {
          names = all(cells, scanner.count());
          defaults.clear();
          for (int i = 0; i < Math.min(names.size(), usual.size()); i++) {
            defaults.put(names.get(i), usual.get(i));
          }
          heading = false;
        } else if (names.contains("error")) {
          throw new FleetException(
              file.name()
                  + " says "
                  + Texts.quote(cell(cells, names.indexOf("error")))
                  + ": mend the query");
        } else {
          row(row, names, cells, scanner.count(), defaults);
        }
      }
    }
  }

  private static boolean isHeader(@Nullable String[] cells, int count) {
    return count > 2 && cell(cells, 1).equals("result") && cell(cells, 2).equals("table");
  }

  private static void row(
      GrowingRow row,
      List<String> names,
      @Nullable String[] cells,
      int count,
      Map<String, String> defaults)
      throws SQLException {
    row.clear();
    String field = Series.VALUE;
    String value = "";
    for (int i = 0; i < Math.min(count, names.size()); i++) {
      String name = names.get(i);
      String cell = cell(cells, i);
      cell = cell.isEmpty() && i > 0 ? defaults.getOrDefault(name, "") : cell;
      switch (name) {
        case "_time" -> row.set(GrowingRow.TIME, cell);
        case "_value" -> value = cell;
        case "_field" -> field = cell;
        default -> {
          if (!OF_THE_ANSWER.contains(name)) {
            row.set(name, cell);
          }
        }
      }
    }
    if (names.contains("_value")) {
      row.set(field.isEmpty() ? Series.VALUE : field, value);
    }
    row.emit();
  }

  private static List<String> all(@Nullable String[] cells, int count) {
    List<String> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(cell(cells, i));
    }
    return all;
  }

  private static String cell(@Nullable String[] cells, int at) {
    String cell = at < cells.length ? cells[at] : null;
    return cell == null ? "" : cell;
  }
}
