package dev.foliot.cli.json;

import dev.foliot.store.Json;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A diagnosis as one JSON object: its record as it is stored, and where. */
public final class DiagnosisJson {
  private DiagnosisJson() {}

  /**
   * The object.
   *
   * @param id of the run, null where it is not kept
   * @param store the folder of the store, null likewise
   */
  public static String of(DiagnosisRecord diagnosis, @Nullable String id, @Nullable Path store) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", diagnosis.schema());
    json.put("pid", diagnosis.pid());
    json.put("jvm", diagnosis.jvm());
    json.put("started_at", diagnosis.startedAt());
    json.put("duration_s", diagnosis.durationS());
    json.put("examinations", diagnosis.examinations());
    json.put("findings", diagnosis.findings());
    if (!diagnosis.cleared().isEmpty()) {
      json.put("cleared", diagnosis.cleared());
    }
    json.put("cost", diagnosis.cost());
    if (id != null) {
      json.put("id", id);
    }
    if (store != null) {
      json.put("store", store.toAbsolutePath().toString());
    }
    return Json.text(json);
  }
}
