package dev.foliot.report.diagnosis;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Units;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.diagnosis.DiagnosisComparison;
import dev.foliot.store.diagnosis.DiagnosisDifference;
import java.util.ArrayList;
import java.util.List;

/** Two diagnoses compared: what differs in placement or traffic, first. */
final class DiagnosisComparisonSection {
  private static final int MOST_ROWS = 100;
  private static final int MOST_REASONS = 200;

  private final ComparisonRecord comparison;
  private final DiagnosisComparison diagnoses;

  DiagnosisComparisonSection(ComparisonRecord comparison, DiagnosisComparison diagnoses) {
    this.comparison = comparison;
    this.diagnoses = diagnoses;
  }

  /** The verdict, for the top of the page. */
  Block verdict() {
    List<String> sentences = new ArrayList<>();
    sentences.add(side("A", comparison.a(), diagnoses.a()));
    sentences.add(side("B", comparison.b(), diagnoses.b()));
    diagnoses.differences().stream()
        .limit(1)
        .forEach(one -> sentences.add(about(one) + "; " + Foreign.sentence(one.meaning()) + "."));
    List<String> more =
        comparison.validity().reasons().stream()
            .limit(MOST_REASONS)
            .map(Foreign::sentence)
            .toList();
    return new Block.Verdict(
        comparison.verdict().name(),
        comparison.verdict().words(),
        "B against A, by the gravest finding of each",
        sentences,
        more);
  }

  private static String side(String letter, ComparisonRecord.Side side, String found) {
    return letter + " is " + Foreign.name(side.label()) + ": " + Foreign.sentence(found) + ".";
  }

  Section section() {
    List<Block> blocks = new ArrayList<>();
    if (diagnoses.differences().isEmpty()) {
      blocks.add(new Block.Prose("Nothing differs in what was found."));
    } else {
      blocks.add(table());
    }
    if (!comparison.environmentDifferences().isEmpty()) {
      blocks.add(surroundings());
    }
    return new Section("comparison", "B against A", blocks);
  }

  private Block table() {
    List<List<Cell>> rows =
        diagnoses.differences().stream()
            .limit(MOST_ROWS)
            .map(one ->
                List.of(
                    Cell.text(about(one)),
                    Cell.text(Foreign.sentence(one.a())),
                    Cell.text(Foreign.sentence(one.b())),
                    Cell.text(Foreign.sentence(one.meaning()))))
            .toList();
    return new Block.Table(
        "differing",
        "What differs",
        "The most telling first.",
        List.of(Cell.text("what"), Cell.text("A"), Cell.text("B"), Cell.text("that is")),
        rows,
        "differing",
        false);
  }

  private static String about(DiagnosisDifference one) {
    String className = one.className();
    return one.kind().words() + (className == null ? "" : ": " + Foreign.name(className));
  }

  private Block surroundings() {
    List<List<Cell>> rows =
        comparison.environmentDifferences().stream()
            .limit(MOST_ROWS)
            .map(one ->
                List.of(
                    Cell.text(Foreign.name(one.name())),
                    Cell.text(orNone(one.a())),
                    Cell.text(orNone(one.b()))))
            .toList();
    return new Block.Table(
        "differences",
        "Not the same machine or program",
        "These differ too, and may be the reason.",
        List.of(Cell.text(""), Cell.text("A"), Cell.text("B")),
        rows,
        "facts",
        false);
  }

  private static String orNone(String text) {
    return text.isEmpty() ? Units.NONE : Foreign.text(text, 300);
  }
}
