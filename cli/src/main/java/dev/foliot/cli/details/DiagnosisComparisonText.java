package dev.foliot.cli.details;

import dev.foliot.cli.screen.Paragraphs;
import dev.foliot.cli.screen.Words;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.diagnosis.DiagnosisComparison;
import dev.foliot.store.diagnosis.DiagnosisDifference;
import java.io.PrintStream;
import java.util.List;

/** Two diagnoses compared, as a person reads it: what differs, the most telling first. */
public final class DiagnosisComparisonText {
  private static final int MOST_DIFFERENCES = 40;
  private static final int MOST_REASONS = 8;

  private final PrintStream out;
  private final ComparisonRecord comparison;
  private final DiagnosisComparison diagnoses;
  private final Paragraphs paragraphs;

  public DiagnosisComparisonText(
      PrintStream out, ComparisonRecord comparison, DiagnosisComparison diagnoses) {
    this.out = out;
    this.comparison = comparison;
    this.diagnoses = diagnoses;
    this.paragraphs = new Paragraphs(out);
  }

  public void print() {
    side("A", comparison.a(), diagnoses.a());
    side("B", comparison.b(), diagnoses.b());
    List<DiagnosisDifference> differences = diagnoses.differences();
    if (differences.isEmpty()) {
      out.printf("%nnothing differs in what was found%n");
    }
    differences.stream().limit(MOST_DIFFERENCES).forEach(this::difference);
    if (differences.size() > MOST_DIFFERENCES) {
      out.printf("%n%d more: --json has them all%n", differences.size() - MOST_DIFFERENCES);
    }
    surroundings();
    verdict();
  }

  private void side(String name, ComparisonRecord.Side side, String found) {
    out.printf(
        "%s: %s, %s: %s%n",
        name, Words.shown(side.id()), Words.shown(side.label()), Words.shown(found));
  }

  private void difference(DiagnosisDifference difference) {
    String about = difference.className();
    out.printf(
        "%n%s%s%n", difference.kind().words(), about == null ? "" : ": " + Words.shown(about));
    paragraphs.print("A", difference.a());
    paragraphs.print("B", difference.b());
    paragraphs.print("that is", difference.meaning());
  }

  private void surroundings() {
    if (comparison.figures().environmentDifferences().isEmpty()) {
      return;
    }
    out.printf("%nnot on the same machine, or not the same program%n");
    for (ComparisonRecord.Difference one : comparison.figures().environmentDifferences()) {
      paragraphs.print(Words.shown(one.name()), "A: " + orNone(one.a()));
      paragraphs.print("", "B: " + orNone(one.b()));
    }
  }

  private static String orNone(String text) {
    return text.isEmpty() ? "-" : Words.shown(text);
  }

  private void verdict() {
    out.printf("%n%s%n", comparison.decision().verdict().name());
    List<String> reasons = comparison.validity().reasons();
    reasons.stream().limit(MOST_REASONS).forEach(r -> out.println("- " + Words.shown(r)));
    if (reasons.size() > MOST_REASONS) {
      out.printf("- and %d more: --json has them all%n", reasons.size() - MOST_REASONS);
    }
  }
}
