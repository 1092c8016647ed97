package dev.foliot.cli.json;

import dev.foliot.audit.AuditReport;
import dev.foliot.audit.AuditResult;
import dev.foliot.audit.AuditServed;
import dev.foliot.audit.AuditStall;
import dev.foliot.judgement.answer.AuditAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.audit.AuditRow;
import dev.foliot.store.Json;
import dev.foliot.store.Redaction;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of an audit as {@code foliot.audit/1}. */
public final class AuditJson {
  private static final String SCHEMA = "foliot.audit/1";

  private AuditJson() {}

  public static String of(AuditResult result, NextCommands next) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put("command_line", Redaction.command(next.asked()));
    json.put("tool", tool(result));
    json.put("server", server(result));
    json.put("percentiles", result.rows().stream().map(AuditJson::row).toList());
    json.put("verdict", result.verdict().name().toLowerCase(Locale.ROOT));
    AuditAnswer answer = result.answer(next);
    json.put("sentence", answer.sentence());
    AnswerJson.add(json, answer);
    json.put("environment", result.environment());
    json.put("validity", result.validity());
    return Json.text(json);
  }

  private static Map<String, Object> tool(AuditResult result) {
    AuditReport report = result.tool().report();
    Map<String, Object> json = new LinkedHashMap<>();
    putIfKnown(json, "name", report == null ? null : report.tool());
    json.put("command", Redaction.command(result.tool().command()));
    putIfKnown(json, "rate_per_s", report == null ? null : report.ratePerS());
    json.put("stdout", Redaction.text(result.tool().out()));
    json.put("stderr", Redaction.text(result.tool().err()));
    json.put("output_cut", result.tool().cut());
    return json;
  }

  private static Map<String, Object> server(AuditResult result) {
    AuditServed served = result.served();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("service_ns", result.plan().serviceNs());
    json.put("stall_ns", result.plan().stallNs());
    json.put("every_ns", result.plan().stallNs() == 0 ? 0 : result.plan().everyNs());
    json.put("requests", served.requests());
    json.put("answered", served.answered());
    json.put("refused", served.refused());
    json.put("cut_off", served.cutOff());
    json.put("load_ns", served.loadNs());
    json.put("rate_per_s", served.ratePerS());
    json.put("served_p99_ns", served.p99().servedNs());
    json.put("lateness_p99_ns", served.p99().latenessNs());
    json.put("blur_p99_ns", served.p99().blurNs());
    json.put("stalls", served.stalls().stream().map(AuditJson::stall).toList());
    return json;
  }

  private static Map<String, Object> stall(AuditStall stall) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("start_ns", stall.startNs());
    json.put("length_ns", stall.lengthNs());
    json.put("planned", stall.planned());
    return json;
  }

  private static Map<String, Object> row(AuditRow row) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("percentile", row.percentile());
    putIfKnown(json, "said_ns", row.saidNs());
    json.put("waited_ns", row.waitedNs());
    putIfKnown(json, "ratio", row.ratio());
    return json;
  }

  private static void putIfKnown(Map<String, Object> json, String name, @Nullable Object value) {
    if (value != null) {
      json.put(name, value);
    }
  }
}
