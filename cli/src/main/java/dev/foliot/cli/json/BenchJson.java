package dev.foliot.cli.json;

import dev.foliot.benchrun.BenchResult;
import dev.foliot.judgement.JvmWork;
import dev.foliot.judgement.answer.BenchAnswer;
import dev.foliot.judgement.answer.BesideAnswer;
import dev.foliot.judgement.answer.ExplanationAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.beside.BesideResult;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Json;
import dev.foliot.store.RunRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.explain.ExplanationRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of a bench as {@code foliot.bench/1}. */
public final class BenchJson {
  private static final String SCHEMA = "foliot.bench/1";

  private BenchJson() {}

  /**
   * The result.
   *
   * @param explanation why its slow messages were slow; null if unknown
   */
  public static String of(
      BenchResult result,
      List<ComparisonRecord> comparisons,
      @Nullable ExplanationRecord explanation) {
    return of(result, comparisons, explanation, null);
  }

  /**
   * The result.
   *
   * @param explanation why its slow messages were slow; null if unknown
   * @param beside what JLBH reports of the same program; null without
   */
  public static String of(
      BenchResult result,
      List<ComparisonRecord> comparisons,
      @Nullable ExplanationRecord explanation,
      @Nullable BesideResult beside) {
    RunRecord run = result.run();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put("id", run.id());
    json.put("benchmark", run.benchmark());
    json.put("command_line", run.commandLine());
    json.put("started_at", run.startedAt());
    AnswerJson answer =
        AnswerJson.of(BenchAnswer.of(run, result.forks(), NextCommands.after(run.commandLine())));
    json.put("answer", answer.answer());
    json.put("answer_kind", answer.answerKind());
    json.put("answer_figures", answer.answerFigures());
    json.put("next_command", answer.nextCommand());
    json.put("arms", run.arms());
    json.put("load", run.load());
    json.put("loads", run.loads());
    if (run.gate() != null) {
      json.put("gate", run.gate());
    }
    json.put("forks", result.forks());
    json.put("summary", run.summary());
    if (!run.percentiles().isEmpty()) {
      json.put("percentiles", run.percentiles());
    }
    ForkRecord.Gc gc = ForkRecord.Gc.sum(result.forks());
    if (gc != null) {
      json.put("gc", gc);
    }
    List<JvmWork.PerMessage> allocation = JvmWork.perMessage(result.forks());
    if (!allocation.isEmpty()) {
      json.put("bytes_per_message", allocation);
    }
    if (run.rateSearch() != null) {
      json.put("rate_search", run.rateSearch());
    }
    json.put("comparisons", AnswerJson.with(comparisons));
    if (explanation != null) {
      json.put("explanation", AnswerJson.with(explanation, ExplanationAnswer.of(explanation)));
    }
    if (beside != null) {
      json.put("beside", AnswerJson.with(beside, BesideAnswer.of(beside)));
    }
    json.put("environment", run.environment());
    json.put("validity", run.validity());
    json.put("complete", run.complete());
    json.put("store", result.folder().toAbsolutePath().toString());
    return Json.text(json);
  }
}
