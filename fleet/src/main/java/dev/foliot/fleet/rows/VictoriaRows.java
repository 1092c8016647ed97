package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.Texts;
import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Series as VictoriaMetrics exports them, one a line.
 *
 * <p>Format: docs.victoriametrics.com, "How to export data in JSON line format".
 */
final class VictoriaRows implements Rows {
  private final InputFile file;

  VictoriaRows(InputFile file) {
    this.file = file;
  }

  static boolean is(Head head) {
    return head.has("metric", "values", "timestamps");
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    GrowingRow row = new GrowingRow(sink, file.name());
    JsonText.elements(
        file,
        List.of(),
        one -> {
          Map<String, String> labels = new LinkedHashMap<>();
          one.path("metric")
              .properties()
              .forEach(label -> labels.put(label.getKey(), JsonText.text(label.getValue())));
          String metric = labels.remove("__name__");
          Series series = new Series(metric == null ? Series.VALUE : metric, labels);
          JsonNode values = one.path("values");
          JsonNode times = one.path("timestamps");
          if (values.size() != times.size()) {
            throw new FleetException(
                "%s: series %s has %d values and %d timestamps: export it anew"
                    .formatted(
                        file.name(), Texts.quote(series.metric()), values.size(), times.size()));
          }
          for (int i = 0; i < values.size(); i++) {
            series
                .begin(row)
                .set(GrowingRow.TIME, JsonText.text(times.get(i)))
                .set(series.metric(), JsonText.text(values.get(i)))
                .emit();
          }
        });
  }
}
