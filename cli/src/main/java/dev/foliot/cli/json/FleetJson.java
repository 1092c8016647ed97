package dev.foliot.cli.json;

import dev.foliot.store.Json;
import dev.foliot.store.fleet.FleetRecord;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A fleet as one JSON object: its record as it is stored but for what a page draws, and where. */
public final class FleetJson {
  private FleetJson() {}

  /**
   * The object.
   *
   * @param seed of all chance in it
   * @param id of the run, null where it is not kept
   * @param store the folder of the store, null likewise
   */
  public static String of(FleetRecord fleet, long seed, @Nullable String id, @Nullable Path store) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("schema", fleet.schema());
    json.put("started_at", fleet.startedAt());
    json.put("input", fleet.input());
    json.put("nodes", fleet.nodes());
    json.put("lifetimes", fleet.lifetimes());
    json.put("metric", fleet.metric());
    json.put("verdict", fleet.verdict());
    json.put("confidence", fleet.confidence());
    json.put("words", fleet.words());
    if (fleet.reasonCode() != null) {
      json.put("reason_code", fleet.reasonCode());
    }
    json.put("bands", fleet.bands());
    json.put("separation", fleet.separation());
    json.put("dip_p", fleet.dipP());
    json.put("eighths", fleet.eighths());
    json.put("loyalty", fleet.loyalty());
    json.put("explained_by", fleet.explainedBy());
    json.put("goes_with", fleet.goesWith());
    if (fleet.ceiling() != null) {
      json.put("ceiling", fleet.ceiling());
    }
    json.put("steps", fleet.steps());
    json.put("assignments", fleet.assignments());
    json.put("outliers", fleet.outliers());
    json.put("data", fleet.data());
    json.put("next", fleet.next());
    json.put("seed", seed);
    if (id != null) {
      json.put("id", id);
    }
    if (store != null) {
      json.put("store", store.toAbsolutePath().toString());
    }
    return Json.text(json);
  }
}
