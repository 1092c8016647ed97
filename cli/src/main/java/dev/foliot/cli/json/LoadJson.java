package dev.foliot.cli.json;

import dev.foliot.judgement.ServerText;
import dev.foliot.judgement.answer.ExplanationAnswer;
import dev.foliot.judgement.answer.LoadAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.judgement.load.WatchedServer;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Json;
import dev.foliot.store.RunRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.load.RequestsRecord;
import dev.foliot.store.load.ServerRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The result of a load test as {@code foliot.load/1}. */
public final class LoadJson {
  private static final String SCHEMA = "foliot.load/1";

  private LoadJson() {}

  public static String of(LoadTestResult result, List<ComparisonRecord> compared) {
    RunRecord run = result.run();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put("id", run.id());
    json.put("url", run.benchmark());
    json.put("command_line", run.commandLine());
    json.put("started_at", run.startedAt());
    AnswerJson answer = AnswerJson.of(LoadAnswer.of(result, NextCommands.after(run.commandLine())));
    json.put("answer", answer.answer());
    json.put("answer_kind", answer.answerKind());
    json.put("answer_figures", answer.answerFigures());
    json.put("next_command", answer.nextCommand());
    List<Map<String, Object>> phases = new ArrayList<>();
    for (int i = 0; i < Math.min(result.forks().size(), result.requests().size()); i++) {
      ForkRecord fork = result.forks().get(i);
      Map<String, Object> phase = phase(run, fork, result.requests().get(i));
      WatchedServer server = result.servers().get(fork.place().fork());
      if (server != null) {
        phase.put("server", server(fork, server));
      }
      phases.add(phase);
    }
    json.put("phases", phases);
    json.put(
        "explanation",
        result
            .explanation()
            .map(one -> AnswerJson.with(one, ExplanationAnswer.of(one)))
            .orElse(null));
    json.put("summary", run.summary());
    json.put(
        "assertions",
        result.judged().stream()
            .map(one ->
                Map.of(
                    "outcome",
                    one.outcome().name().toLowerCase(Locale.ROOT),
                    "limit",
                    one.limit(),
                    "text",
                    one.text()))
            .toList());
    json.put("comparisons", AnswerJson.with(compared));
    json.put("environment", run.environment());
    json.put("validity", run.validity());
    json.put("complete", run.complete());
    json.put("store", result.folder().toAbsolutePath().toString());
    return Json.text(json);
  }

  /** The server as a process, without its samples, which are in the store. */
  private static Map<String, Object> server(ForkRecord fork, WatchedServer watched) {
    ServerRecord record = watched.record();
    Map<String, Object> server = new LinkedHashMap<>();
    server.put("pid", record.process().pid());
    server.put("command", record.process().command());
    server.put("jvm", record.process().jvm());
    server.put("allowed_cpus", record.process().cpus());
    server.put("used_cpus", record.cpus());
    server.put("cpu_ns_per_request", ServerText.cpuPerRequestNs(fork, record));
    server.put("cpu_wait_ns_per_request", ServerText.waitPerRequestNs(fork, record));
    server.put("watch", record.watch());
    server.put("pauses", ServerText.pausesOf(watched.timeline()));
    server.put("throttled_ns", record.throttledNs());
    server.put("unavailable", record.unavailable());
    server.put("end", record.end());
    return server;
  }

  private static Map<String, Object> phase(
      RunRecord run, ForkRecord fork, RequestsRecord requests) {
    Map<String, Object> phase = new LinkedHashMap<>();
    phase.put("name", requests.phase());
    phase.put("fork", fork.place().fork());
    phase.put("load", run.loads().get(fork.loadIndex()));
    phase.put("achieved_per_s", fork.messages().achievedPerS());
    phase.put("requests", requests.ended());
    phase.put("scheduled", fork.messages().scheduled());
    phase.put("errors", requests.errors());
    phase.put("response", fork.times().response());
    phase.put("service", fork.times().service());
    phase.put("wait", fork.times().lag());
    phase.put("lateness", fork.times().lateness());
    phase.put("parts", fork.times().probes());
    phase.put("slow", requests.waits().slow());
    phase.put("in_server", requests.waits().inServer());
    phase.put("silences", requests.waits().silences());
    phase.put("warm_up_cancelled", requests.waits().warmUpCancelled());
    phase.put("by_request", requests.requests());
    phase.put("slowest", requests.slowest());
    phase.put("protocol", requests.protocol());
    phase.put("address", requests.address());
    phase.put("connections", requests.generator().connections());
    phase.put("event_loops", requests.generator().loops());
    phase.put("loop_cpu_share", requests.loopCpuShare());
    phase.put("validity", fork.validity());
    return phase;
  }
}
