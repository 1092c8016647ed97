package dev.foliot.cli;

import dev.foliot.store.Json;
import dev.foliot.store.StudyRecord;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A study as one JSON object: its record as it is stored, and where. */
final class StudyJson {
  private StudyJson() {}

  static String of(StudyRecord study, Path store) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", StudyRecord.SCHEMA);
    json.put("study", study.study());
    json.put("id", study.id());
    json.put("form", study.form());
    json.put("seed", study.seed());
    json.put("cpus", study.cpus());
    json.put("arms", study.arms());
    json.put("steps", study.steps());
    json.put("points", study.points());
    json.put("verdict", study.verdict());
    json.put("validity", study.validity());
    json.put("complete", study.complete());
    json.put("store", store.toAbsolutePath().toString());
    return Json.text(json);
  }
}
