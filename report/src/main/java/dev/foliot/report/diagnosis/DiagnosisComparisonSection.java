package dev.foliot.report.diagnosis;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Units;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.diagnosis.DiagnosisComparison;
import dev.foliot.store.diagnosis.DiagnosisDifference;
import java.util.ArrayList;
import java.util.List;

/** Two diagnoses compared: what differs in placement or traffic comes first. */
final class DiagnosisComparisonSection {
  private static final int MOST_ROWS = 100;

  private final ComparisonRecord comparison;
  private final DiagnosisComparison diagnoses;

  DiagnosisComparisonSection(ComparisonRecord comparison, DiagnosisComparison diagnoses) {
    this.comparison = comparison;
    this.diagnoses = diagnoses;
  }

  List<Block> tables() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        diagnoses.differences().isEmpty()
            ? new Block.Prose("Both sides have the same findings.")
            : table());
    if (!comparison.figures().environmentDifferences().isEmpty()) {
      blocks.add(surroundings());
    }
    return blocks;
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
        "",
        List.of(Cell.text("what"), Cell.text("A"), Cell.text("B"), Cell.text("meaning")),
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
        comparison.figures().environmentDifferences().stream()
            .limit(MOST_ROWS)
            .map(one ->
                List.of(
                    Cell.text(Foreign.name(one.name())),
                    Cell.text(orNone(one.a())),
                    Cell.text(orNone(one.b()))))
            .toList();
    return new Block.Table(
        "differences",
        "What else differs",
        "Any of these may be the reason too.",
        List.of(Cell.text(""), Cell.text("A"), Cell.text("B")),
        rows,
        "facts",
        false);
  }

  private static String orNone(String text) {
    return text.isEmpty() ? Units.NONE : Foreign.text(text, 300);
  }
}
