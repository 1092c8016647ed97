package dev.foliot.cli.markdown;

import dev.foliot.judgement.answer.Answer;
import dev.foliot.judgement.answer.BenchAnswer;
import dev.foliot.judgement.answer.ComparisonWords;
import dev.foliot.judgement.answer.LoadAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.compare.ArmComparisons;
import dev.foliot.judgement.compare.Comparer;
import dev.foliot.judgement.compare.PairComparer;
import dev.foliot.judgement.load.LoadAssertion;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.judgement.run.ArmNames;
import dev.foliot.judgement.study.DrawnStudy;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.StoredRun;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.StudyColumn;
import dev.foliot.study.catalog.Studies;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A bench, a load or a study as Markdown: the answer, the table, and of pairs a forest plot. Text
 * from outside stands in code spans and commands nothing. Stateless.
 */
public final class RunMarkdown {
  private static final List<String> TASKS_BY = List.of("p50", Comparer.USUAL_PRIMARY);
  private static final int LONGEST_NAME = 120;
  private static final int LONGEST_ANSWER = 2_000;

  private RunMarkdown() {}

  /** The text of a bench or a load. */
  public static String of(StoredRun stored) {
    RunRecord run = stored.run();
    List<ForkRecord> forks = stored.forks();
    NextCommands commands = NextCommands.after(run.commandLine());
    Answer answer =
        run.command().equals("bench")
            ? BenchAnswer.of(run, forks, commands)
            : LoadAnswer.of(LoadTestResult.read(stored, false), commands);
    List<String> lines = new ArrayList<>(List.of(bold(answer), ""));
    if (!run.command().equals("bench")) {
      limits(LoadTestResult.read(stored, false), lines);
    }
    if (run.gate() != null) {
      pairs(PairComparer.compare(stored, Path.of("")), run, lines);
    } else if (run.varyingParams().contains(Arm.CLASS) && run.loads().size() == 1) {
      tasks(stored, lines);
    } else {
      percentiles(run, lines);
    }
    lines.add("");
    lines.add(trust(run, forks));
    return String.join("\n", lines) + "\n";
  }

  /** The text of a study: its first answer, and its table of arms. */
  public static String ofStudy(StoredRun stored) {
    DrawnStudy drawn = Studies.drawn(StoredStudy.read(stored));
    StudyRecord study = drawn.stored().study();
    List<StudyColumn> columns =
        Studies.of(study)
            .filter(one -> !study.steps().isEmpty())
            .map(one -> one.columns(study, study.steps().getFirst()))
            .orElseGet(StudyColumn::ofRequests);
    List<String> lines = new ArrayList<>(List.of(bold(drawn.answer()), ""));
    List<String> heads = new ArrayList<>(List.of("arm", "load"));
    columns.forEach(column -> heads.add(column.name()));
    row(lines, heads);
    lines.add("|---|---" + "|--:".repeat(columns.size()) + "|");
    for (int step = 0; step < study.steps().size(); step++) {
      for (StudyArm arm : study.arms()) {
        List<String> cells =
            new ArrayList<>(List.of(code(arm.name()), code(study.steps().get(step).name())));
        for (StudyColumn column : columns) {
          cells.add(column.text(study, arm, step));
        }
        row(lines, cells);
      }
    }
    if (study.gate() != null && !study.verdict().isEmpty()) {
      lines.addAll(List.of("", plain(study.verdict().getFirst().evidence())));
    }
    lines.addAll(List.of("", trust(stored.run(), stored.forks())));
    return String.join("\n", lines) + "\n";
  }

  static String bold(Answer answer) {
    return "**" + plain(answer.sentence()) + "**";
  }

  /** What had to hold, the missed limits first, and the failures by kind. */
  private static void limits(LoadTestResult result, List<String> lines) {
    List<LoadAssertion.Judged> judged = result.judged();
    if (!judged.isEmpty()) {
      row(lines, List.of("limit", "", "found"));
      lines.add("|---|---|---|");
      judged.forEach(one ->
          row(
              lines,
              List.of(
                  code(one.limit()),
                  one.outcome().name().toLowerCase(Locale.ROOT),
                  plain(one.text()))));
      lines.add("");
    }
  }

  private static void pairs(ComparisonRecord comparison, RunRecord run, List<String> lines) {
    row(lines, List.of("", "A", "B", "B/A", "95 % interval", ""));
    lines.add("|---|--:|--:|--:|---|---|");
    for (ComparisonRecord.Percentile one : comparison.figures().percentiles()) {
      Double ratio = one.change().ratio();
      Double low = one.change().low();
      Double high = one.change().high();
      row(
          lines,
          List.of(
              Numbers.percentileName(one.percentile())
                  + (ComparisonWords.decides(comparison, one) ? " \\*" : ""),
              Numbers.durationOrNone(one.aNs()),
              Numbers.durationOrNone(one.bNs()),
              ratio == null ? "-" : Numbers.digits(ratio),
              low == null || high == null
                  ? "-"
                  : Numbers.digits(low) + " to " + Numbers.digits(high),
              ComparisonWords.verdict(comparison, one)));
    }
    List<String> forest = ForestText.of(comparison);
    if (!forest.isEmpty()) {
      lines.addAll(List.of("", "```text"));
      lines.addAll(forest);
      lines.add("```");
    }
    lines.addAll(
        List.of(
            "",
            "A is "
                + code(ArmNames.of(run, 0))
                + ", B is "
                + code(ArmNames.of(run, 1))
                + ". "
                + plain(ComparisonWords.estimator(comparison))));
  }

  /** A row for each task, with its ratio to the first. */
  private static void tasks(StoredRun stored, List<String> lines) {
    RunRecord run = stored.run();
    Comparer comparer = new Comparer(Comparer.USUAL_PRIMARY, Comparer.USUAL_MARGIN);
    List<String> names = run.shownPercentiles();
    List<String> heads = new ArrayList<>(List.of("task"));
    names.forEach(name -> heads.add(Numbers.percentileName(name)));
    TASKS_BY.forEach(name -> heads.add(name + " beside the first"));
    row(lines, heads);
    lines.add("|---" + "|--:".repeat(names.size()) + "|---".repeat(TASKS_BY.size()) + "|");
    for (int arm = 0; arm < run.arms().size(); arm++) {
      Map<String, Spread> spreads = run.spreads(arm, 0, SummaryKey.RESPONSE);
      List<String> cells = new ArrayList<>(List.of(code(ArmNames.of(run, arm))));
      names.forEach(name -> cells.add(median(spreads.get(name))));
      Optional<ComparisonRecord> compared =
          ArmComparisons.of(stored, arm, comparer, Path.of("")).stream().findFirst();
      TASKS_BY.forEach(name ->
          cells.add(compared.map(one -> ComparisonWords.besideFirst(one, name)).orElse("-")));
      row(lines, cells);
    }
    lines.addAll(List.of("", "Beside the first is " + plain(ComparisonWords.ofTasks()) + "."));
  }

  private static void percentiles(RunRecord run, List<String> lines) {
    List<String> names = run.shownPercentiles();
    List<String> heads = new ArrayList<>(List.of(""));
    names.forEach(name -> heads.add(Numbers.percentileName(name)));
    row(lines, heads);
    lines.add("|---" + "|--:".repeat(names.size()) + "|");
    for (int arm = 0; arm < run.arms().size(); arm++) {
      for (int load = 0; load < run.loads().size(); load++) {
        for (String kind : List.of(SummaryKey.RESPONSE, SummaryKey.SERVICE)) {
          Map<String, Spread> spreads = run.spreads(arm, load, kind);
          List<String> cells = new ArrayList<>();
          cells.add(
              kind
                  + (run.loads().size() > 1 ? " at " + run.loads().get(load).rateText() : "")
                  + (run.arms().size() > 1 ? ", " + code(ArmNames.of(run, arm)) : ""));
          names.forEach(name -> cells.add(median(spreads.get(name))));
          row(lines, cells);
        }
      }
    }
  }

  private static String median(@Nullable Spread spread) {
    return Numbers.durationOrNone(spread == null ? null : spread.median());
  }

  private static String trust(RunRecord run, List<ForkRecord> forks) {
    long valid = forks.stream().filter(fork -> fork.validity().verdict() == Verdict.VALID).count();
    return code(run.benchmark())
        + ": "
        + valid
        + " of "
        + Numbers.count(forks.size(), "fork")
        + " VALID. Run "
        + code(run.id())
        + ".";
  }

  static void row(List<String> lines, List<String> cells) {
    lines.add(cells.stream().collect(Collectors.joining(" | ", "| ", " |")));
  }

  /** A name from outside. A code span has no markup and no mentions. */
  static String code(String text) {
    return "`" + Shown.text(text, LONGEST_NAME).replace('`', '\'').replace('|', '/') + "`";
  }

  /** A sentence in which nothing is markup. */
  static String plain(String text) {
    return Shown.text(text, LONGEST_ANSWER)
        .replaceAll("([\\\\`*_{}\\[\\]<>#|~])", "\\\\$1")
        .replace("@", "@\u200B");
  }
}
