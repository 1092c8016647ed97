package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.NumberText;
import java.io.IOException;
import java.io.Reader;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A long table: CSV whose rows name a metric in one column and have its value in another, as {@code
 * time,host,metric,value}. Each metric becomes a column of its own.
 */
final class LongRows implements Rows {
  private static final List<String> METRICS =
      List.of(
          "metric",
          "metric_name",
          "metricname",
          "counter",
          "counter_name",
          "countername",
          "measurement",
          "field",
          "variable",
          "indicator");
  private static final List<String> VALUES =
      List.of("value", "val", "metric_value", "counter_value", "countervalue", "reading");

  /** It belongs to the metric, so it would tell the rows of one node and time apart. */
  private static final List<String> UNITS = List.of("unit", "units");

  private static final int FEWEST_COLUMNS = 4;

  private final InputFile file;

  LongRows(InputFile file) {
    this.file = file;
  }

  static boolean is(Head head) {
    CsvHeader header = CsvHeader.of(head.text(), head.fileName());
    if (header == null || header.names().size() < FEWEST_COLUMNS) {
      return false;
    }
    int metric = place(header.names(), METRICS);
    int value = place(header.names(), VALUES);
    List<String> row = header.firstRow(head.text(), head.fileName());
    return metric >= 0
        && value >= 0
        && row.size() > Math.max(metric, value)
        && !row.get(metric).isBlank()
        && !CsvHeader.looksLikeData(List.of(row.get(metric)))
        && new NumberText().read(row.get(value));
  }

  private static int place(List<String> names, List<String> known) {
    for (int i = 0; i < names.size(); i++) {
      if (known.contains(names.get(i).toLowerCase(Locale.ROOT).replace(' ', '_'))) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    CsvHeader header = CsvHeader.of(file);
    header.refuseRepeated(file.name());
    List<String> names = header.names();
    int metric = place(names, METRICS);
    int value = place(names, VALUES);
    int unit = place(names, UNITS);
    GrowingRow row = new GrowingRow(sink, file.name());
    try (Reader text = file.text()) {
      CsvScanner scanner = new CsvScanner(text, header.delimiter(), file.name());
      header.skip(scanner);
      long ragged = 0;
      while (!sink.isFull() && scanner.next()) {
        @Nullable String[] cells = scanner.cells();
        String name = metric < scanner.count() ? cells[metric] : null;
        if (name == null || name.isBlank() || name.equals(names.get(metric))) {
          notes.count("rows name no metric, and were left out");
          continue;
        }
        ragged += scanner.count() == names.size() ? 0 : 1;
        row.clear();
        for (int i = 0; i < Math.min(scanner.count(), names.size()); i++) {
          if (i != metric && i != value && i != unit) {
            row.set(names.get(i), cells[i]);
          }
        }
        boolean taken = names.contains(name) && !names.get(value).equals(name);
        row.set(taken ? name + " value" : name, value < scanner.count() ? cells[value] : null)
            .emit();
      }
      notes.count("rows of CSV have more or fewer cells than their header", ragged);
      notes.count("characters of cells that are too long were left out", scanner.cut());
    }
  }
}
