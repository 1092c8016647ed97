package dev.foliot.fleet.rows;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A series of points.
 *
 * @param metric the name of its values
 * @param labels its further properties, the node among them
 */
record Series(String metric, Map<String, String> labels) {
  static final String VALUE = "value";

  Series {
    labels = new LinkedHashMap<>(labels);
  }

  /** A row without its time and value. */
  GrowingRow begin(GrowingRow row) {
    return row.clear().labels(labels, metric);
  }
}
