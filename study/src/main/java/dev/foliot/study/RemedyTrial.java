package dev.foliot.study;

import dev.foliot.load.Traffic;
import dev.foliot.store.DiagnosisRecord;
import dev.foliot.store.SharingFinding;
import dev.foliot.text.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds out which class of a command is in question where the user names none: the program is
 * played once as it is, and the class is the one that {@code diagnose} says most of. What is
 * measured meanwhile is in no figure. One thread.
 */
final class RemedyTrial {
  private final StudyPlan plan;
  private final StudyProgress progress;

  RemedyTrial(StudyPlan plan, StudyProgress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /** Whether a plan steers a class that nobody has named. */
  static boolean isNeeded(StudyPlan plan) {
    return plan.study() == StudyName.REMEDY
        && plan.arms().stream().anyMatch(RemedyTrial::lacksClass);
  }

  private static boolean lacksClass(ArmPlan arm) {
    return arm.start() instanceof ArmStart.Command own
        && own.remedy().filter(remedy -> remedy.className().isEmpty()).isPresent();
  }

  /** A fork of a command of the user's. */
  static CellOutcome play(StudyPlan plan, Cell cell, Path scratch, Path log, StudyProgress progress)
      throws InterruptedException {
    return isCounted(plan, cell)
        ? new RemedyCounterCell(plan, cell, scratch, log, progress).play()
        : new RemedyServiceCell(plan, cell, scratch, log, progress).play();
  }

  private static boolean isCounted(StudyPlan plan, Cell cell) {
    return plan.steps().get(cell.step()).traffic() instanceof Traffic.Idle;
  }

  /**
   * The plan with a class, or without the arm that is steered where none was found. A program that
   * fails here fails in its forks too, which say why.
   *
   * @param folder for files that are not kept
   * @throws LabException if this system cannot hold arms or a driver at all
   * @throws InterruptedException if interrupted; all processes have ended then
   */
  StudyPlan withClass(Path folder) throws InterruptedException {
    Cell cell = new Cell(0, 0, Cell.TRIAL, 0);
    progress.forkStarts(
        Cell.TRIAL, plan.allForks(), plan.arms().getFirst(), plan.steps().getFirst());
    Optional<String> found = seen(cell, folder).flatMap(RemedyTrial::shared);
    List<ArmPlan> arms =
        found
            .map(name -> plan.arms().stream().map(arm -> RemedyCommand.about(arm, name)).toList())
            .orElseGet(() ->
                plan.arms().stream()
                    .filter(arm -> !arm.name().equals(RemedyPlan.STEERED))
                    .toList());
    return plan.withArms(arms);
  }

  private Optional<DiagnosisRecord> seen(Cell cell, Path folder) throws InterruptedException {
    Path log = log(folder);
    if (isCounted(plan, cell)) {
      RemedyCounterCell counted = new RemedyCounterCell(plan, cell, folder, log, progress);
      CellOutcome _ = counted.play();
      return counted.seen();
    }
    RemedyServiceCell served = new RemedyServiceCell(plan, cell, folder, log, progress);
    CellOutcome _ = served.play();
    return served.seen();
  }

  private static Optional<String> shared(DiagnosisRecord record) {
    return record.findings().stream()
        .filter(SharingFinding.class::isInstance)
        .map(finding -> ((SharingFinding) finding).type().className())
        .findFirst();
  }

  private static Path log(Path folder) {
    try {
      return Files.createTempFile(folder, "trial-", ".log");
    } catch (IOException e) {
      throw LabException.environment(
          "no file can be made in " + folder + " (" + e.getMessage() + "): make room there");
    }
  }
}
