package dev.foliot.cli.json;

import dev.foliot.cli.details.DoctorTable;
import dev.foliot.doctor.DoctorCapability;
import dev.foliot.doctor.DoctorCheck;
import dev.foliot.doctor.DoctorReport;
import dev.foliot.judgement.answer.DoctorAnswer;
import dev.foliot.service.jdk.InstalledJdk;
import dev.foliot.store.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The doctor's report as JSON, {@code foliot.doctor/1}. */
public final class DoctorJson {
  private static final String SCHEMA = "foliot.doctor/1";

  private DoctorJson() {}

  public static String of(DoctorReport report, DoctorAnswer answer) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put("capabilities", report.capabilities().stream().map(DoctorJson::capability).toList());
    json.put("checks", report.checks().stream().map(DoctorJson::check).toList());
    json.put("jdks", report.jdks().stream().map(DoctorJson::jdk).toList());
    json.put("verdict", DoctorTable.name(report.verdict()));
    AnswerJson.add(json, answer);
    return Json.text(json);
  }

  private static Map<String, Object> capability(DoctorCapability capability) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", capability.name());
    json.put("available", capability.available());
    putIfKnown(json, "reason", capability.reason());
    putIfKnown(json, "remedy", capability.remedy());
    json.put("needed_by", capability.neededBy());
    return json;
  }

  private static Map<String, Object> check(DoctorCheck check) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("area", check.area());
    json.put("name", check.name());
    json.put("status", DoctorTable.name(check.status()));
    putIfKnown(json, "value", check.value());
    putIfKnown(json, "unit", check.unit());
    json.put("meaning", check.meaning());
    putIfKnown(json, "remedy", check.remedy());
    return json;
  }

  private static Map<String, Object> jdk(InstalledJdk jdk) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("home", jdk.home().toString());
    json.put("version", jdk.version());
    json.put("feature", jdk.feature());
    json.put("implementor", jdk.implementor());
    json.put("virtual_threads", jdk.hasVirtualThreads());
    json.put("runs_foliot", jdk.current());
    json.put("uses", jdk.uses());
    return json;
  }

  private static void putIfKnown(Map<String, Object> json, String name, @Nullable Object value) {
    if (value != null) {
      json.put(name, value);
    }
  }
}
