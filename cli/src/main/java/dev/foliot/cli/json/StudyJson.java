package dev.foliot.cli.json;

import dev.foliot.judgement.answer.Answer;
import dev.foliot.judgement.answer.AnswerOfStudies;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.explain.Explanations;
import dev.foliot.store.Json;
import dev.foliot.store.Store;
import dev.foliot.store.study.JointRecord;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.catalog.Studies;
import dev.foliot.study.run.StudyResult;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Studies as one JSON object: their records as they are stored, and where. */
public final class StudyJson {
  private StudyJson() {}

  /**
   * One.
   *
   * @param next commands that continue it
   * @param page where its page is, null without one
   */
  public static String of(StudyRecord study, NextCommands next, Path store, @Nullable String page) {
    return Json.text(json(study, next, store, page));
  }

  /**
   * Several, as they were played one after the other.
   *
   * @param together what they answer together
   * @param next commands that continue them
   */
  public static String of(
      List<StudyResult> results,
      JointRecord together,
      NextCommands next,
      Path store,
      @Nullable String page) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", "foliot.studies/1");
    json.put("answer", together.plain());
    put(json, AnswerOfStudies.of(together, next));
    json.put(
        "studies",
        results.stream().map(result -> json(result.study(), next, store, null)).toList());
    json.put("store", store.toAbsolutePath().toString());
    if (page != null) {
      json.put("page", page);
    }
    return Json.text(json);
  }

  /** The answer, without a field that the object has already. */
  private static void put(Map<String, Object> json, Answer answer) {
    json.putIfAbsent("answer", answer.sentence());
    json.put("answer_kind", answer.kind().name().toLowerCase(Locale.ROOT));
    json.put("answer_figures", answer.figures());
    json.put("next_command", answer.next().command());
  }

  private static Map<String, Object> json(
      StudyRecord study, NextCommands next, Path store, @Nullable String page) {
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
    Studies.pairs(study)
        .ifPresent(pairs -> {
          json.put("gate", study.gate());
          json.put("decision", pairs.decision());
        });
    json.put("points", study.points());
    json.put("explanation", Explanations.ofStudy(Store.open(store).find(study.id())).arms());
    put(json, Studies.answer(study, next));
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
