package dev.foliot.cli.brief;

import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.ComparisonAnswer;
import dev.foliot.judgement.answer.ComparisonWords;
import dev.foliot.store.Validity;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.diagnosis.DiagnosisComparison;
import dev.foliot.text.Numbers;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A comparison in a few lines: of two sides of response times, or of two diagnoses. */
public final class ComparisonBrief {
  private static final int MOST_FACTS = 4;
  private static final int FACT_WIDTH = 24;

  private final Brief brief;
  private final ComparisonRecord comparison;
  private final ComparisonAnswer answer;

  /** Prints a comparison and its answer with such a brief. */
  public ComparisonBrief(Brief brief, ComparisonRecord comparison, ComparisonAnswer answer) {
    this.brief = brief;
    this.comparison = comparison;
    this.answer = answer;
  }

  /**
   * Prints it.
   *
   * @param page the file with the page, null where there is none
   * @param report the command that writes it; empty where none can
   */
  public void print(@Nullable Path page, List<String> report) {
    DiagnosisComparison diagnoses = comparison.diagnoses();
    brief.answer(answer.sentence(), 3);
    if (diagnoses == null) {
      percentiles(brief, comparison);
      if (comparison.decision().history() == null) {
        side("A", comparison.a(), Numbers.count(comparison.a().forks(), "valid fork"));
      } else {
        brief.line(
            "A", Words.shown(comparison.a().id()) + ", " + Words.shown(comparison.a().label()));
      }
      side("B", comparison.b(), Numbers.count(comparison.b().forks(), "valid fork"));
    } else {
      differences(diagnoses);
      side("A", comparison.a(), diagnoses.a());
      side("B", comparison.b(), diagnoses.b());
    }
    environment();
    Validity validity = comparison.validity();
    brief.validity(validity);
    if (page != null || !report.isEmpty()) {
      brief.page(page, report);
    }
    brief.next(answer.next().command());
  }

  /** A row for each percentile, and what the columns are. */
  static void percentiles(Brief brief, ComparisonRecord comparison) {
    TextTable table = new TextTable("", "A", "B", "B/A", "<interval", "<");
    for (ComparisonRecord.Percentile one : comparison.figures().percentiles()) {
      Double ratio = one.change().ratio();
      Double low = one.change().low();
      Double high = one.change().high();
      table.row(
          Numbers.percentileName(one.percentile())
              + (ComparisonWords.decides(comparison, one) ? " *" : ""),
          Numbers.durationOrNone(one.aNs()),
          Numbers.durationOrNone(one.bNs()),
          ratio == null ? "-" : Numbers.digits(ratio),
          low == null || high == null ? "-" : Numbers.digits(low) + " to " + Numbers.digits(high),
          ComparisonWords.verdict(comparison, one));
    }
    brief.table(table);
    if (table.isEmpty()) {
      brief.gap();
    } else {
      brief.line("B/A", ComparisonWords.estimator(comparison), 5);
    }
  }

  private void side(String name, ComparisonRecord.Side side, String what) {
    brief.line(
        name, Words.shown(side.id()) + ", " + Words.shown(side.label()) + ": " + Words.shown(what));
  }

  private void environment() {
    List<ComparisonRecord.Difference> differences = comparison.figures().environmentDifferences();
    if (differences.isEmpty()) {
      return;
    }
    String some =
        differences.stream()
            .limit(MOST_FACTS)
            .map(one -> Words.shown(one.name()) + " " + fact(one.a()) + " / " + fact(one.b()))
            .collect(Collectors.joining("; "));
    int more = differences.size() - MOST_FACTS;
    brief.line("differ in", some + (more > 0 ? "; " + more + " more: --details" : ""));
  }

  private static String fact(String text) {
    return text.isEmpty() ? "-" : Words.end(Words.shown(text), FACT_WIDTH);
  }

  private void differences(DiagnosisComparison diagnoses) {
    TextTable table = new TextTable("differs", "<A", "<B");
    diagnoses.differences().stream()
        .limit(6)
        .forEach(one ->
            table.row(
                one.kind().words()
                    + (one.className() == null
                        ? ""
                        : ": " + Words.end(Words.shown(one.className()), 30)),
                Words.shown(one.a()),
                Words.shown(one.b())));
    if (table.isEmpty()) {
      brief.gap();
    }
    brief.table(table);
    if (diagnoses.differences().size() > 6) {
      brief.line("", (diagnoses.differences().size() - 6) + " more differences: --details");
    }
  }
}
