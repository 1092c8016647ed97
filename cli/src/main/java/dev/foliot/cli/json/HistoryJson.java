package dev.foliot.cli.json;

import dev.foliot.judgement.answer.HistoryAnswer;
import dev.foliot.judgement.history.HistoryChange;
import dev.foliot.judgement.history.HistoryLine;
import dev.foliot.judgement.history.HistoryRun;
import dev.foliot.judgement.history.RunHistory;
import dev.foliot.store.Json;
import dev.foliot.store.Percentiles;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The history of a store as one JSON object. Stateless. */
public final class HistoryJson {
  private static final String SCHEMA = "foliot.history/1";

  private HistoryJson() {}

  /**
   * The object.
   *
   * @param page where the page was written; null without one
   */
  public static String of(
      RunHistory history, HistoryAnswer answer, Path store, @Nullable String page) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    AnswerJson.add(json, answer);
    json.put("lines", history.lines().stream().map(HistoryJson::line).toList());
    json.put("left_out", history.leftOut());
    json.put("store", store.toAbsolutePath().normalize().toString());
    json.put("page", page);
    return Json.text(json);
  }

  private static Map<String, Object> line(HistoryLine line) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", line.key().name());
    json.put("command", line.key().command());
    json.put("benchmark", line.key().benchmark());
    json.put("arm", line.key().arm());
    json.put("load", line.key().load());
    json.put("runs", line.runs().stream().map(HistoryJson::run).toList());
    json.put("changes", line.changes().stream().map(change -> change(line, change)).toList());
    return json;
  }

  private static Map<String, Object> run(HistoryRun run) {
    Map<String, Object> response = new LinkedHashMap<>();
    Percentiles.NAMES.stream()
        .filter(run.response()::containsKey)
        .forEach(name -> response.put(name, run.response().get(name)));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", run.id());
    json.put("started_at", run.at().toString());
    json.put("verdict", run.verdict());
    json.put("commit", run.source().commit());
    json.put("jdk_version", run.source().jdk());
    json.put("host", run.machine().host());
    json.put("cpus", run.machine().cpus());
    json.put("response", response);
    return json;
  }

  private static Map<String, Object> change(HistoryLine line, HistoryChange change) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("first_run", line.runs().get(change.first()).id());
    json.put("run_before", line.runs().get(change.before()).id());
    json.put("shifts", change.shifts());
    return json;
  }
}
