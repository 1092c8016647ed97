package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.Texts;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * What {@code aws cloudwatch get-metric-data} prints, or {@code get-metric-statistics} for one node
 * a file.
 *
 * <p>Format: docs.aws.amazon.com, "GetMetricData" and "GetMetricStatistics". Labels are those of
 * the queries, so they have to name the node.
 */
final class CloudWatchRows implements Rows {
  private static final List<String> STATISTICS =
      List.of("Average", "Sum", "Maximum", "Minimum", "SampleCount");

  private final InputFile file;

  CloudWatchRows(InputFile file) {
    this.file = file;
  }

  static boolean is(Head head) {
    return head.has("MetricDataResults") || head.has("Datapoints", "Label");
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    new Results(file).each(sink, notes);
    statistics(sink);
  }

  /** The answer of get-metric-data. */
  private static final class Results extends NamedPoints {
    Results(InputFile file) {
      super(file);
    }

    @Override
    void points(Sink sink, Notes notes) throws IOException, SQLException {
      Map<String, String> labels = new HashMap<>();
      JsonText.elements(
          file(),
          List.of("MetricDataResults"),
          one -> {
            String id = JsonText.text(one.path("Id"));
            String label = JsonText.text(one.path("Label"));
            String name = label.isEmpty() ? id : label;
            // one label for several queries: only their ids differ
            String taken = labels.putIfAbsent(name, id);
            if (taken != null && !taken.equals(id)) {
              throw new FleetException(
                  "%s: two queries have the label %s: give each the label ${PROP('Dim.InstanceId')}"
                      .formatted(file().name(), Texts.quote(name)));
            }
            JsonNode times = one.path("Timestamps");
            JsonNode values = one.path("Values");
            for (int i = 0; i < Math.min(times.size(), values.size()); i++) {
              sink.point(name, JsonText.text(times.get(i)), JsonText.text(values.get(i)));
            }
          });
    }
  }

  private void statistics(RowSink sink) throws IOException, SQLException {
    GrowingRow row = new GrowingRow(sink, file.name());
    String[] label = {Series.VALUE};
    JsonText.elements(file, List.of("Label"), node -> label[0] = JsonText.text(node));
    JsonText.elements(
        file,
        List.of("Datapoints"),
        point -> {
          row.clear().set(GrowingRow.TIME, JsonText.text(point.path("Timestamp")));
          boolean several = STATISTICS.stream().filter(point::has).count() > 1;
          for (String statistic : STATISTICS) {
            if (point.has(statistic)) {
              row.set(
                  several ? label[0] + "." + statistic : label[0],
                  JsonText.text(point.path(statistic)));
            }
          }
          row.emit();
        });
  }
}
