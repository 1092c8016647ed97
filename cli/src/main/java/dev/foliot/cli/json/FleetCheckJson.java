package dev.foliot.cli.json;

import dev.foliot.fleet.read.FleetCheck;
import dev.foliot.store.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a fleet's files are read, as one JSON object. */
public final class FleetCheckJson {
  private FleetCheckJson() {}

  /** The object. */
  public static String of(FleetCheck check) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("schema", "foliot.fleet-check/1");
    json.put("format", check.format());
    json.put("columns", check.columns());
    json.put("nodes", check.nodes());
    json.put("rows", check.rows());
    json.put("first_us", check.firstUs());
    json.put("last_us", check.lastUs());
    json.put("metric", check.metric());
    json.put("guesses", check.guesses());
    json.put("notes", check.notes());
    json.put("names", check.names());
    json.put("first", check.first());
    return Json.text(json);
  }
}
