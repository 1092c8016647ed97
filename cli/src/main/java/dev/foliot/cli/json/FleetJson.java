package dev.foliot.cli.json;

import dev.foliot.judgement.answer.FleetAnswer;
import dev.foliot.judgement.answer.FleetComparisonAnswer;
import dev.foliot.store.Json;
import dev.foliot.store.fleet.FleetComparison;
import dev.foliot.store.fleet.FleetRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A fleet as one JSON object: its record without what a page draws, its answer, and where it is.
 */
public final class FleetJson {
  private static final List<String> NULL_WHEN_ABSENT =
      List.of("separation", "dip_p", "eighths", "loyalty");

  private FleetJson() {}

  /**
   * The object.
   *
   * @param seed of all chance in it
   * @param id of the run, null where it is not kept
   * @param store the folder of the store, null likewise
   * @param more further fields, the members and the alarms
   */
  public static String of(
      FleetRecord fleet,
      FleetAnswer answer,
      long seed,
      @Nullable String id,
      @Nullable Path store,
      Map<String, Object> more) {
    Map<String, @Nullable Object> json = Json.fields(fleet);
    json.remove("plots");
    json.remove("members");
    json.putAll(more);
    NULL_WHEN_ABSENT.forEach(name -> json.putIfAbsent(name, null));
    json.put("words", answer.sentence());
    json.put("next", answer.steps());
    AnswerJson.add(json, answer);
    json.put("seed", seed);
    if (id != null) {
      json.put("id", id);
    }
    if (store != null) {
      json.put("store", store.toAbsolutePath().toString());
    }
    return Json.text(json);
  }

  /** The objects of several fleets as one. */
  public static String of(String by, List<String> fleets) {
    return "{\n  \"schema\" : \"foliot.fleets/1\",\n  \"by\" : "
        + Json.text(by).strip()
        + ",\n  \"fleets\" : [ "
        + String.join(", ", fleets.stream().map(String::strip).toList())
        + " ]\n}";
  }

  /** A comparison. */
  public static String of(FleetComparison comparison, FleetComparisonAnswer answer) {
    Map<String, @Nullable Object> json = Json.fields(comparison);
    json.put("words", answer.sentence());
    AnswerJson.add(json, answer);
    return Json.text(json);
  }
}
