package dev.foliot.cli.json;

import dev.foliot.judgement.answer.DemoAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.Json;
import dev.foliot.store.demo.DemoRecord;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A demo as one JSON object: its record as it is stored, and where. */
public final class DemoJson {
  private DemoJson() {}

  /**
   * The object.
   *
   * @param next commands that continue it
   * @param id of the run, null where it is not kept
   * @param store the folder of the store, null likewise
   * @param page where the page is, null without one
   */
  public static String of(
      DemoRecord demo,
      NextCommands next,
      @Nullable String id,
      @Nullable Path store,
      @Nullable String page) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("schema", demo.schema());
    json.put("started_at", demo.startedAt());
    json.put("duration_s", demo.durationS());
    json.put("parts", demo.parts());
    AnswerJson.add(json, DemoAnswer.of(demo, next));
    if (id != null) {
      json.put("id", id);
    }
    if (store != null) {
      json.put("store", store.toAbsolutePath().toString());
    }
    if (page != null) {
      json.put("page", page);
    }
    return Json.text(json);
  }
}
