package dev.foliot.report.study;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyStep;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What woken workers of {@code burn} waited for a CPU, and how long they stayed parked while tasks
 * waited: a line for each arm, number of CPUs and task length. Stateless.
 */
final class WakeUpTable {
  private static final String APP = "burn";

  /** Why a figure of wake-ups is not known. */
  private static final List<Class<? extends Reason>> REASONS =
      List.of(StudyReason.WakeUpsUntraced.class, StudyReason.FewWakeUps.class);

  private static final int MOST_STEPS = 60;
  private static final int MOST_REASONS = 3;
  private static final int LONGEST_REASON = 200;

  private static final List<StudyMeasure> WOKEN =
      List.of(
          StudyMeasure.WAKE_UPS,
          StudyMeasure.WOKEN_MEAN,
          StudyMeasure.WOKEN_P50,
          StudyMeasure.WOKEN_P99,
          StudyMeasure.WOKEN_LONGEST);
  private static final List<StudyMeasure> PARKED =
      List.of(StudyMeasure.PARKED, StudyMeasure.LONGEST_PARKED);

  private WakeUpTable() {}

  /** Nothing where burn did not run. */
  static List<Block> of(StudyView study) {
    Rows rows = new Rows();
    rows.column(Cell.text("arm"));
    WOKEN.forEach(measure -> rows.column(Cell.number(measure.name()).with("n head")));
    PARKED.forEach(measure -> rows.column(Cell.number(measure.name()).with("n head")));
    rows.column(Cell.text("not known, why"));
    for (int step = 0; step < Math.min(MOST_STEPS, study.study().steps().size()); step++) {
      if (APP.equals(study.step(step).varied().app())) {
        for (ArmView arm : study.arms()) {
          if (!study.points(arm, step).isEmpty()) {
            rows.row(row(study, arm, step));
          }
        }
      }
    }
    if (rows.isEmpty()) {
      return List.of();
    }
    return List.of(
        rows.table(
            study.key() + "-woken",
            "Woken and parked workers",
            "Medians over the forks that count, with the least and the greatest below. Woken to"
                + " running: from the moment a worker or carrier of burn was woken to that at which"
                + " it came to a CPU, by the kernel's trace points over 0.2 s of the warm-up, whose"
                + " load is that of the measurement."
                + (study.has(StudyMeasure.WAKE_UPS) ? "" : " No fork of this study traced it.")
                + " Parked: by samples of burn.",
            "wide-table"));
  }

  private static List<Cell> row(StudyView study, ArmView arm, int step) {
    List<Cell> row = new ArrayList<>();
    row.add(Cell.text(arm.name(), load(study, step), null));
    WOKEN.forEach(measure -> row.add(LoadPlot.cell(study, arm, step, measure, true)));
    PARKED.forEach(measure -> row.add(LoadPlot.cell(study, arm, step, measure, false)));
    row.add(Cell.text(why(study.points(arm, step))));
    return row;
  }

  private static String load(StudyView study, int step) {
    StudyStep load = study.step(step);
    Long taskNs = load.varied().taskNs();
    Integer cpus = load.varied().cpus();
    return taskNs == null || cpus == null
        ? study.stepName(step)
        : Units.shortDuration((double) taskNs) + " on " + Units.count(cpus, "CPU");
  }

  private static String why(List<StudyPoint> points) {
    Set<String> reasons = new LinkedHashSet<>();
    points.stream()
        .filter(StudyView::counts)
        .flatMap(point -> point.unavailableCodes().stream())
        .filter(reason -> REASONS.stream().anyMatch(reason::is))
        .map(Reason::text)
        .forEach(reasons::add);
    String shown =
        reasons.stream()
            .limit(MOST_REASONS)
            .map(reason -> Foreign.text(reason, LONGEST_REASON))
            .collect(Collectors.joining("; "));
    int left = reasons.size() - MOST_REASONS;
    return reasons.isEmpty() ? Units.NONE : shown + (left > 0 ? "; " + left + " more" : "");
  }
}
