package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Notes;
import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Answers of InfluxQL.
 *
 * <p>Format: docs.influxdata.com/influxdb/v1/tools/api, "/query".
 */
final class InfluxJsonRows implements Rows {
  private final InputFile file;

  InfluxJsonRows(InputFile file) {
    this.file = file;
  }

  static boolean is(Head head) {
    return head.has("results[].series[].columns");
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    GrowingRow row = new GrowingRow(sink, file.name());
    JsonText.elements(
        file,
        List.of("results", "series"),
        one -> {
          Map<String, String> tags = new LinkedHashMap<>();
          one.path("tags")
              .properties()
              .forEach(tag -> tags.put(tag.getKey(), JsonText.text(tag.getValue())));
          JsonNode columns = one.path("columns");
          for (JsonNode values : one.path("values")) {
            row.clear().labels(tags, "");
            for (int i = 0; i < Math.min(columns.size(), values.size()); i++) {
              row.set(JsonText.text(columns.get(i)), JsonText.text(values.get(i)));
            }
            row.emit();
          }
        });
  }
}
