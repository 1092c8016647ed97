package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Notes;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What Graphite renders as JSON: {@code [{"target": "a.b", "datapoints": [[1.5, 1790035200]]}]}.
 */
final class GraphiteJsonRows extends NamedPoints {
  GraphiteJsonRows(InputFile file) {
    super(file);
  }

  static boolean is(Head head) {
    return head.has("[].target", "[].datapoints");
  }

  @Override
  void points(Sink sink, Notes notes) throws IOException, SQLException {
    JsonText.elements(
        file(),
        List.of(),
        one -> {
          String target = JsonText.text(one.path("target"));
          for (JsonNode point : one.path("datapoints")) {
            sink.point(target, JsonText.text(point.path(1)), JsonText.text(point.path(0)));
          }
        });
  }
}
