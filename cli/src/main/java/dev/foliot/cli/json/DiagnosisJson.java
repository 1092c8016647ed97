package dev.foliot.cli.json;

import dev.foliot.judgement.answer.Answer;
import dev.foliot.store.Json;
import dev.foliot.store.diagnosis.CountersRecord;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.profile.HotMethods;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileKind;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A diagnosis as one JSON object: its record as it is stored, and where. */
public final class DiagnosisJson {
  private static final int MOST_METHODS = 10;

  private DiagnosisJson() {}

  /**
   * The object.
   *
   * @param profiles of the JVM; empty if none were asked for
   * @param answer its answer
   * @param id of the run, null where it is not kept
   * @param store the folder of the store, null likewise
   */
  public static String of(
      DiagnosisRecord diagnosis,
      Map<ProfileKind, Profile> profiles,
      Answer answer,
      @Nullable String id,
      @Nullable Path store) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", diagnosis.schema());
    json.put("pid", diagnosis.pid());
    json.put("jvm", diagnosis.jvm());
    json.put("started_at", diagnosis.startedAt());
    json.put("duration_s", diagnosis.durationS());
    if (!diagnosis.only().isEmpty()) {
      json.put("only", diagnosis.only());
    }
    if (diagnosis.time() != null) {
      json.put("time", diagnosis.time());
    }
    json.put("examinations", diagnosis.examinations());
    json.put("findings", diagnosis.findings());
    if (!diagnosis.cleared().isEmpty()) {
      json.put("cleared", diagnosis.cleared());
    }
    if (!profiles.isEmpty()) {
      Map<String, Object> all = new LinkedHashMap<>();
      profiles.forEach((kind, profile) -> all.put(kind.label(), profile(kind, profile)));
      json.put("profiles", all);
    }
    json.put("cost", diagnosis.cost());
    answer(json, answer);
    if (id != null) {
      json.put("id", id);
    }
    if (store != null) {
      json.put("store", store.toAbsolutePath().toString());
    }
    return Json.text(json);
  }

  private static Map<String, Object> profile(ProfileKind kind, Profile profile) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("means", profile.record().means());
    json.put("reason", profile.record().reason());
    json.put("unit", kind.unit());
    json.put("samples", profile.record().sampling().samples());
    json.put("methods", HotMethods.of(kind, profile, MOST_METHODS));
    return json;
  }

  /** Two captures of counters with the answer of their comparison. */
  public static String of(CountersRecord found, Answer answer) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", found.schema());
    json.put("rows", found.rows());
    json.put("hypotheses", found.hypotheses());
    if (found.unexplained() != null) {
      json.put("unexplained", found.unexplained());
    }
    if (found.question() != null) {
      json.put("question", found.question());
    }
    json.put("notes", found.notes());
    json.put("slow", found.slow());
    json.put("fast", found.fast());
    answer(json, answer);
    return Json.text(json);
  }

  private static void answer(Map<String, Object> json, Answer answer) {
    json.put("answer", answer.sentence());
    json.put("answer_kind", answer.kind().name().toLowerCase(Locale.ROOT));
    json.put("answer_figures", answer.figures());
    json.put("next_command", answer.next().command());
  }
}
