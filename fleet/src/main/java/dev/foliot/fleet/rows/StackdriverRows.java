package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Notes;
import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Time series of Google Cloud Monitoring.
 *
 * <p>Format: cloud.google.com/monitoring/api/ref_v3/rest/v3/TimeSeries.
 */
final class StackdriverRows implements Rows {
  private final InputFile file;

  StackdriverRows(InputFile file) {
    this.file = file;
  }

  static boolean is(Head head) {
    return head.has("timeSeries[].metric.type") || head.has("[].metric.type", "[].points");
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    GrowingRow row = new GrowingRow(sink, file.name());
    // gcloud prints the list alone, the API an object around it
    boolean[] listed = {false};
    JsonText.elements(
        file,
        List.of("timeSeries"),
        one -> {
          listed[0] = true;
          series(one, row, notes);
        });
    if (!listed[0]) {
      JsonText.elements(file, List.of(), one -> series(one, row, notes));
    }
  }

  private static void series(JsonNode one, GrowingRow row, Notes notes) throws SQLException {
    Map<String, String> labels = new LinkedHashMap<>();
    for (String part : List.of("resource", "metric")) {
      one.path(part)
          .path("labels")
          .properties()
          .forEach(label -> labels.putIfAbsent(label.getKey(), JsonText.text(label.getValue())));
    }
    String type = JsonText.text(one.path("metric").path("type"));
    Series series = new Series(type.isEmpty() ? Series.VALUE : type, labels);
    for (JsonNode point : one.path("points")) {
      JsonNode interval = point.path("interval");
      JsonNode value = point.path("value");
      String number = "";
      for (String kind : List.of("doubleValue", "int64Value")) {
        number = value.has(kind) ? JsonText.text(value.path(kind)) : number;
      }
      if (value.has("distributionValue")) {
        number = JsonText.text(value.path("distributionValue").path("mean"));
        notes.count("points are distributions: their mean was taken");
      }
      series
          .begin(row)
          .set(GrowingRow.TIME, JsonText.text(interval.path("endTime")))
          .set(series.metric(), number)
          .emit();
    }
  }
}
