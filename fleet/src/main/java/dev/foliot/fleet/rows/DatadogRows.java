package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Notes;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Answers of Datadog's queries, version 1 ({@code series}) and 2 ({@code data.attributes}).
 *
 * <p>Format: docs.datadoghq.com/api/latest/metrics, "Query timeseries".
 */
final class DatadogRows implements Rows {
  private final InputFile file;

  DatadogRows(InputFile file) {
    this.file = file;
  }

  static boolean is(Head head) {
    return head.has("series[].pointlist") || head.has("data.attributes.series");
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    GrowingRow row = new GrowingRow(sink, file.name());
    JsonText.elements(file, List.of("series"), one -> series(one, row));
    JsonText.elements(file, List.of("data"), data -> attributes(data.path("attributes"), row));
  }

  private static void series(JsonNode one, GrowingRow row) throws SQLException {
    List<String> tags = new ArrayList<>();
    one.path("tag_set").forEach(tag -> tags.add(JsonText.text(tag)));
    if (tags.isEmpty()) {
      tags.addAll(List.of(JsonText.text(one.path("scope")).split(",", -1)));
    }
    String metric = JsonText.text(one.path("metric"));
    Series series = new Series(metric.isEmpty() ? Series.VALUE : metric, labels(tags));
    for (JsonNode point : one.path("pointlist")) {
      emit(series, row, JsonText.text(point.path(0)), JsonText.text(point.path(1)));
    }
  }

  private static void attributes(JsonNode attributes, GrowingRow row) throws SQLException {
    JsonNode times = attributes.path("times");
    JsonNode all = attributes.path("series");
    for (int s = 0; s < all.size(); s++) {
      List<String> tags = new ArrayList<>();
      all.get(s).path("group_tags").forEach(tag -> tags.add(JsonText.text(tag)));
      String query = JsonText.text(all.get(s).path("query_index"));
      Series series =
          new Series(
              query.isEmpty() || query.equals("0") ? Series.VALUE : "query" + query, labels(tags));
      JsonNode values = attributes.path("values").path(s);
      for (int i = 0; i < Math.min(times.size(), values.size()); i++) {
        emit(series, row, JsonText.text(times.get(i)), JsonText.text(values.get(i)));
      }
    }
  }

  private static Map<String, String> labels(List<String> tags) {
    Map<String, String> labels = new LinkedHashMap<>();
    for (String tag : tags) {
      int at = tag.indexOf(':');
      if (at > 0) {
        labels.put(tag.substring(0, at).strip(), tag.substring(at + 1));
      }
    }
    return labels;
  }

  private static void emit(Series series, GrowingRow row, String time, String value)
      throws SQLException {
    // in version 1 milliseconds are a double, and may be written 1.79e12
    series.begin(row).set(GrowingRow.TIME, time).set(series.metric(), value).emit();
  }
}
