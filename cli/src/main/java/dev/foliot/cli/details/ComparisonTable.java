package dev.foliot.cli.details;

import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.ComparisonAnswer;
import dev.foliot.judgement.answer.ComparisonWords;
import dev.foliot.stats.Comparison;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.diagnosis.DiagnosisComparison;
import dev.foliot.text.Numbers;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A comparison as a person reads it: the differences first, then the figures, then the verdict. */
public final class ComparisonTable {
  private static final String ROW = "%-2s%-8s %12s %12s %8s  %-18s %s%n";
  private static final int FACT_WIDTH = 44;
  private static final int MOST_REASONS = 8;

  private final PrintStream out;

  public ComparisonTable(PrintStream out) {
    this.out = out;
  }

  public void print(ComparisonRecord comparison) {
    out.println(ComparisonAnswer.of(comparison).sentence());
    out.println();
    DiagnosisComparison diagnoses = comparison.diagnoses();
    if (diagnoses != null) {
      new DiagnosisComparisonText(out, comparison, diagnoses).print();
      return;
    }
    boolean isHistory = comparison.decision().history() != null;
    side("A", comparison.a(), isHistory ? "run" : "fork");
    side("B", comparison.b(), "fork");
    differences(comparison);
    percentiles(comparison);
    sustained(comparison);
    verdict(comparison);
  }

  private void sustained(ComparisonRecord comparison) {
    ComparisonRecord.Sustained sustained = comparison.figures().sustained();
    if (sustained != null) {
      out.printf(
          "%nSATURATED: the sustained rate decides: A %s, B %s, B/A %s (%s)%n",
          Numbers.rate(sustained.aPerS()),
          Numbers.rate(sustained.bPerS()),
          ratio(sustained.ratio()),
          sustained.low() == null || sustained.high() == null
              ? "no interval"
              : ratio(sustained.low()) + " to " + ratio(sustained.high()));
    }
  }

  private void side(String name, ComparisonRecord.Side side, String thing) {
    out.printf(
        "%s: %s, %s, %s%n",
        name,
        Words.shown(side.id()),
        Words.shown(side.label()),
        Numbers.count(side.forks(), thing));
  }

  private void differences(ComparisonRecord comparison) {
    if (comparison.figures().environmentDifferences().isEmpty()) {
      out.printf("%nboth were run alike%n");
      return;
    }
    out.printf("%nnot alike%n");
    for (ComparisonRecord.Difference difference : comparison.figures().environmentDifferences()) {
      out.printf(
          "  %-14s A: %s%n  %-14s B: %s%n",
          Words.shown(difference.name()), fact(difference.a()), "", fact(difference.b()));
    }
  }

  private static String fact(String text) {
    return text.isEmpty() ? "-" : Words.end(Words.shown(text), FACT_WIDTH);
  }

  private void percentiles(ComparisonRecord comparison) {
    out.printf(
        "%nend to end, median over the %s%n",
        comparison.decision().history() == null ? "forks" : "runs of A, and over the forks of B");
    out.printf(ROW, "", "us", "A", "B", "B/A", "interval", "");
    for (ComparisonRecord.Percentile percentile : comparison.figures().percentiles()) {
      out.printf(
          ROW,
          ComparisonWords.decides(comparison, percentile) ? "*" : "",
          percentile.percentile().replace('_', '.'),
          Numbers.micros(percentile.aNs()),
          Numbers.micros(percentile.bNs()),
          ratio(percentile.change().ratio()),
          interval(percentile),
          words(comparison, percentile));
    }
    out.println(ComparisonWords.estimator(comparison));
    out.printf(
        "* decides%s. Margin %s.%n",
        comparison.decision().pairs() != null
            ? ""
            : ", with a 95 % interval; the others' are widened for their number",
        Numbers.percent(comparison.decision().margin(), 2));
  }

  public static String ratio(@Nullable Double ratio) {
    return ratio == null ? "-" : Numbers.fixed(ratio, 3);
  }

  public static String interval(ComparisonRecord.Percentile percentile) {
    return percentile.change().low() == null || percentile.change().high() == null
        ? "-"
        : ratio(percentile.change().low()) + " to " + ratio(percentile.change().high());
  }

  private static String words(ComparisonRecord comparison, ComparisonRecord.Percentile percentile) {
    String verdict = ComparisonWords.verdict(comparison, percentile);
    if (percentile.reason() != null && ComparisonWords.isJudged(comparison, percentile)) {
      return verdict + ": " + Words.shown(percentile.reason());
    }
    boolean isShort =
        comparison.decision().pairs() == null
            && comparison.decision().history() == null
            && Math.min(comparison.a().forks(), comparison.b().forks()) < Comparison.LEAST_FORKS;
    return isShort
        ? verdict + "; a verdict needs " + Comparison.LEAST_FORKS + " forks a side"
        : verdict;
  }

  private void verdict(ComparisonRecord comparison) {
    out.printf("%n%s%n", comparison.decision().verdict().name());
    if (comparison.validity().verdict() != Verdict.VALID) {
      out.println("the forks are " + comparison.validity().verdict());
      List<String> reasons = comparison.validity().reasons();
      reasons.stream().limit(MOST_REASONS).forEach(r -> out.println("- " + Words.shown(r)));
      if (reasons.size() > MOST_REASONS) {
        out.printf("- and %d more: --json has them all%n", reasons.size() - MOST_REASONS);
      }
    }
  }
}
