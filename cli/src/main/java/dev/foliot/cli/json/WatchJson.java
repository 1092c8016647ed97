package dev.foliot.cli.json;

import dev.foliot.judgement.answer.WatchAnswer;
import dev.foliot.judgement.watch.WatchedTime;
import dev.foliot.store.Json;
import dev.foliot.store.watch.WatchRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A time of a watch as JSON. Stateless. */
public final class WatchJson {
  private WatchJson() {}

  /** The time of each JVM, with the answer. */
  public static String of(List<WatchedTime> times, WatchedTime.Span span, WatchAnswer answer) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", WatchRecord.SCHEMA);
    json.put("from", Instant.ofEpochMilli(span.fromMs()).toString());
    json.put("to", Instant.ofEpochMilli(span.toMs()).toString());
    json.put("answer", answer.sentence());
    json.put("answer_kind", answer.kind().name().toLowerCase(Locale.ROOT));
    json.put("answer_figures", answer.figures());
    json.put("next_command", answer.next().command());
    List<Object> jvms = new ArrayList<>();
    times.forEach(time -> jvms.add(jvm(time)));
    json.put("jvms", jvms);
    return Json.text(json);
  }

  private static Map<String, Object> jvm(WatchedTime time) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("jvm", time.jvm());
    json.put("seconds", time.seconds());
    Map<String, Object> columns = new LinkedHashMap<>();
    time.read().sums().forEach((column, sum) -> columns.put(column.code(), sum));
    json.put("columns", columns);
    Map<String, Object> lost = new LinkedHashMap<>();
    time.lost().forEach(one -> lost.put(one.getKey().code(), one.getValue()));
    json.put("lost_share", lost);
    json.put("episodes", time.episodes());
    json.put("stops", time.stops());
    json.put("requests", time.requests());
    json.put("notes", time.notes());
    return json;
  }
}
