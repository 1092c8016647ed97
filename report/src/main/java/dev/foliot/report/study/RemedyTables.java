package dev.foliot.report.study;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRemedy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The remedies of a shared cache line side by side, a table for each load. Stateless. */
final class RemedyTables {
  private static final int MOST_STEPS = 8;
  private static final int MOST_FINDINGS = 4;

  private RemedyTables() {}

  /** What is measured of each remedy. */
  private static List<StudyMeasure> measures(StudyView study) {
    return study.drawing().figures().stream().map(StudyMeasure::of).toList();
  }

  static List<Block> of(StudyView study) {
    List<Block> tables = new ArrayList<>();
    StudyMeasure speed = measures(study).get(1);
    ArmBars.of(
            study.key() + "-speed",
            study,
            0,
            speed,
            "Speed with each remedy: " + speed.name() + " under " + study.stepName(0))
        .ifPresent(tables::add);
    for (int step = 0; step < Math.min(MOST_STEPS, study.study().steps().size()); step++) {
      tables.add(table(study, step));
    }
    return tables;
  }

  private static Block table(StudyView study, int step) {
    List<StudyMeasure> measures = measures(study);
    Rows rows = new Rows().texts("remedy");
    measures.forEach(measure -> rows.column(Cell.number(measure.name()).with("n head")));
    rows.texts("what diagnose finds");
    for (ArmView arm : study.arms()) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.text(arm.name()));
      measures.forEach(measure -> row.add(LoadPlot.cell(study, arm, step, measure, true)));
      row.add(sight(study.points(arm, step)));
      rows.row(row);
    }
    return rows.table(
        study.key() + "-remedy" + step,
        "Remedies under " + study.stepName(step),
        "Medians over the valid and suspect forks, with the least and the greatest below. Place:"
            + " how many bytes into a cache line the class begins, read from outside. One fork of"
            + " each was diagnosed before it was measured.",
        "wide-table");
  }

  private static Cell sight(List<StudyPoint> points) {
    StudyRemedy seen = looked(points);
    if (seen == null) {
      return Cell.text(Units.NONE);
    }
    String headline = Foreign.sentence(String.valueOf(seen.headline()));
    if (seen.findings().isEmpty()) {
      return Cell.text(headline);
    }
    String findings =
        seen.findings().stream()
            .limit(MOST_FINDINGS)
            .map(one ->
                Foreign.name(one.title())
                    + " of "
                    + Foreign.name(one.subject())
                    + " ("
                    + one.grade().severity().words()
                    + ")")
            .collect(Collectors.joining("; "));
    return Cell.text(findings, headline, null);
  }

  private static @Nullable StudyRemedy looked(List<StudyPoint> points) {
    for (StudyPoint point : points) {
      StudyRemedy remedy = point.remedy();
      if (remedy != null && remedy.headline() != null) {
        return remedy;
      }
    }
    return null;
  }
}
