package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Notes;
import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * What {@code sadf -j} of sysstat prints.
 *
 * <p>Columns: {@code node}, {@code time}, and {@code group.name} for each number; a text, such as
 * the name of a CPU or a disk, is a label of its row. Format: the manual page sadf(1).
 */
final class SadfJsonRows implements Rows {
  private final InputFile file;

  SadfJsonRows(InputFile file) {
    this.file = file;
  }

  static boolean is(Head head) {
    return head.has("sysstat.hosts");
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    GrowingRow row = new GrowingRow(sink, file.name());
    JsonText.elements(
        file,
        List.of("sysstat", "hosts"),
        host -> {
          String node = JsonText.text(host.path("nodename"));
          for (JsonNode point : host.path("statistics")) {
            JsonNode stamp = point.path("timestamp");
            String zone = JsonText.text(stamp.path("utc")).equals("1") ? "Z" : "";
            String time =
                JsonText.text(stamp.path("date")) + "T" + JsonText.text(stamp.path("time")) + zone;
            Emitter emitter = new Emitter(row, node, time);
            for (Map.Entry<String, JsonNode> group : point.properties()) {
              if (!group.getKey().equals("timestamp")) {
                emitter.group(group.getKey(), group.getValue());
              }
            }
          }
        });
  }

  private record Emitter(GrowingRow row, String node, String time) {
    void group(String name, JsonNode value) throws SQLException {
      if (value.isArray()) {
        for (JsonNode one : value) {
          group(name, one);
        }
        return;
      }
      Map<String, String> cells = new LinkedHashMap<>();
      Map<String, String> labels = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> cell : value.properties()) {
        if (cell.getValue().isContainer()) {
          group(name + "." + cell.getKey(), cell.getValue());
        } else {
          boolean label = cell.getValue().isString();
          (label ? labels : cells)
              .put(
                  label ? cell.getKey() : name + "." + cell.getKey(),
                  JsonText.text(cell.getValue()));
        }
      }
      if (!cells.isEmpty()) {
        row.clear().set(SeriesNames.NODE, node).set(GrowingRow.TIME, time);
        row.labels(labels, "");
        cells.forEach(row::set);
        row.emit();
      }
    }
  }
}
