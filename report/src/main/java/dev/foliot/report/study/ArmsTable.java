package dev.foliot.report.study;

import dev.foliot.judgement.study.StudyDrawing;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Rows;
import dev.foliot.store.StoredRun;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyPoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The arms side by side, with the figures of each study that decide: the first numbers that a
 * reader sees.
 */
final class ArmsTable {
  private final List<Figure> figures = new ArrayList<>();
  private final List<ArmView> arms;
  private final boolean several;

  /** A measure of a study under one of its loads. */
  private record Figure(StudyView study, int step, StudyMeasure measure, String under) {}

  ArmsTable(List<StudyView> studies) {
    this.several = studies.size() > 1;
    Map<String, ArmView> all = new LinkedHashMap<>();
    for (StudyView study : studies) {
      study.arms().forEach(arm -> all.putIfAbsent(arm.raw(), arm));
      deciding(study);
    }
    this.arms = List.copyOf(all.values());
  }

  private void deciding(StudyView study) {
    int most = several ? 4 : 5;
    StudyDrawing drawing = study.drawing();
    int step = drawing.deciding().orElseGet(study::busiest);
    String under = study.study().steps().size() > 1 ? study.stepName(step) : "";
    drawing.figures().stream()
        .map(StudyMeasure::of)
        .filter(measure -> known(study, step, measure))
        .limit(most)
        .forEach(measure -> figures.add(new Figure(study, step, measure, under)));
  }

  private static boolean known(StudyView study, int step, StudyMeasure measure) {
    return study.arms().stream().anyMatch(arm -> study.spread(arm, step, measure) != null);
  }

  boolean isEmpty() {
    return figures.isEmpty();
  }

  Block block() {
    return (several ? byFigure() : byArm())
        .table(
            "arms",
            "The arms side by side",
            under()
                + "Medians over the valid and suspect forks, with the least and the greatest below."
                + " RSS and threads are each fork's maximum."
                + (isOver()
                    ? " Bold: the best median, which may differ by chance."
                    : " None is marked as best: the study is not complete."),
            "arms-table");
  }

  private boolean isOver() {
    return figures.stream().allMatch(figure -> figure.study.state() == StoredRun.State.COMPLETE);
  }

  /** A row for each arm, as long as the figures fit beside each other. */
  private Rows byArm() {
    Rows rows = new Rows().texts("arm");
    figures.forEach(figure -> rows.column(Cell.number(figure.measure.name()).with("n head")));
    for (ArmView arm : arms) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.text(arm.name(), "arm " + arm.colour()));
      figures.forEach(figure -> row.add(cell(arm, figure)));
      rows.row(row);
    }
    return rows;
  }

  private Rows byFigure() {
    Rows rows = new Rows();
    rows.column(Cell.text(""));
    arms.forEach(arm -> rows.column(Cell.text(arm.name(), "n arm " + arm.colour())));
    for (Figure figure : figures) {
      List<Cell> row = new ArrayList<>();
      row.add(
          Cell.text(
              figure.measure.name(),
              figure.study.name() + (figure.under.isEmpty() ? "" : ", " + figure.under),
              null));
      arms.forEach(arm -> row.add(cell(arm, figure)));
      rows.row(row);
    }
    return rows;
  }

  private String under() {
    String under = figures.getFirst().under;
    return several || under.isEmpty() ? "" : "Under " + under + ". ";
  }

  private Cell cell(ArmView arm, Figure figure) {
    List<StudyPoint> points = figure.study.points(arm, figure.step);
    if (points.isEmpty()) {
      return Cell.number("");
    }
    Cell cell = LoadPlot.cell(figure.study, arm, figure.step, figure.measure, false);
    return isBest(arm, figure) ? cell.with("n best") : cell;
  }

  private boolean isBest(ArmView arm, Figure figure) {
    ForkSpread own = figure.study.spread(arm, figure.step, figure.measure);
    if (own == null
        || figure.measure.good() == Metric.Better.NEITHER
        || figure.study.state() != StoredRun.State.COMPLETE) {
      return false;
    }
    int sign = figure.measure.good() == Metric.Better.HIGH ? 1 : -1;
    List<ForkSpread> others = new ArrayList<>();
    for (ArmView each : arms) {
      ForkSpread other = figure.study.spread(each, figure.step, figure.measure);
      if (other != null && !each.equals(arm)) {
        others.add(other);
      }
    }
    return !others.isEmpty()
        && others.stream().allMatch(other -> sign * (own.median() - other.median()) > 0);
  }
}
