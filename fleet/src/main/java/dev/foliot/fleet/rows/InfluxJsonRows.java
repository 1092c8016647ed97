package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Notes;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Answers of InfluxQL. Where a file has several measurements, their columns are {@code
 * measurement.column}.
 *
 * <p>Format: docs.influxdata.com/influxdb/v1/tools/api, "/query".
 */
final class InfluxJsonRows implements Rows {
  private static final List<String> PATH = List.of("results", "series");

  private final InputFile file;

  InfluxJsonRows(InputFile file) {
    this.file = file;
  }

  static boolean is(Head head) {
    return head.has("results[].series[].columns");
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    Set<String> names = new HashSet<>();
    JsonText.elements(file, PATH, one -> names.add(one.path("name").asString("")));
    boolean several = names.size() > 1;
    GrowingRow row = new GrowingRow(sink, file.name());
    JsonText.elements(
        file,
        PATH,
        one -> {
          Map<String, String> tags = new LinkedHashMap<>();
          one.path("tags")
              .properties()
              .forEach(tag -> tags.put(tag.getKey(), JsonText.text(tag.getValue())));
          JsonNode columns = one.path("columns");
          for (JsonNode values : one.path("values")) {
            row.clear().labels(tags, "");
            for (int i = 0; i < Math.min(columns.size(), values.size()); i++) {
              String column = JsonText.text(columns.get(i));
              boolean ofOne = several && !column.equals(GrowingRow.TIME);
              row.set(
                  ofOne ? one.path("name").asString("") + "." + column : column,
                  JsonText.text(values.get(i)));
            }
            row.emit();
          }
        });
  }
}
