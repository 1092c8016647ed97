package dev.foliot.cli.json;

import dev.foliot.judgement.explain.Explanations;
import dev.foliot.store.Json;
import dev.foliot.store.Store;
import dev.foliot.store.study.JointAnswer;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.run.StudyResult;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Studies as one JSON object: their records as they are stored, and where. */
public final class StudyJson {
  private StudyJson() {}

  /**
   * One.
   *
   * @param page where its page is, null without one
   */
  public static String of(StudyRecord study, Path store, @Nullable String page) {
    return Json.text(json(study, store, page));
  }

  /**
   * Several, as they were played one after the other.
   *
   * @param answer what they answer together
   */
  public static String of(
      List<StudyResult> results, List<JointAnswer> answer, Path store, @Nullable String page) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", "foliot.studies/1");
    json.put("answer", answer);
    json.put("studies", results.stream().map(result -> json(result.study(), store, null)).toList());
    json.put("store", store.toAbsolutePath().toString());
    if (page != null) {
      json.put("page", page);
    }
    return Json.text(json);
  }

  private static Map<String, Object> json(StudyRecord study, Path store, @Nullable String page) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", StudyRecord.SCHEMA);
    json.put("study", study.study());
    json.put("id", study.id());
    if (!study.name().isEmpty()) {
      json.put("name", study.name());
    }
    json.put("servers", study.servers());
    json.put("form", study.form());
    json.put("seed", study.seed());
    json.put("cpus", study.cpus());
    json.put("arms", study.arms());
    json.put("steps", study.steps());
    json.put("measures", study.measures());
    json.put("points", study.points());
    json.put("explanation", Explanations.ofStudy(Store.open(store).find(study.id())).arms());
    json.put("verdict", study.verdict());
    json.put("validity", study.validity());
    json.put("complete", study.complete());
    json.put("store", store.toAbsolutePath().toString());
    if (page != null) {
      json.put("page", page);
    }
    return json;
  }
}
