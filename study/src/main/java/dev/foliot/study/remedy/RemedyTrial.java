package dev.foliot.study.remedy;

import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.Cell;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds the class in question of a command if the user names none. One thread.
 *
 * <p>The program is played once unchanged; the class is the main one in the findings of {@code
 * diagnose}. No figure includes these measurements.
 */
final class RemedyTrial {
  private final StudyPlan plan;
  private final StudyProgress progress;

  RemedyTrial(StudyPlan plan, StudyProgress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /** Whether a plan steers a class without a name. */
  static boolean isNeeded(StudyPlan plan) {
    return plan.arms().stream().anyMatch(RemedyTrial::lacksClass);
  }

  private static boolean lacksClass(ArmPlan arm) {
    return arm.start() instanceof ArmStart.Command own
        && own.remedy().filter(remedy -> remedy.className().isEmpty()).isPresent();
  }

  /**
   * The plan with a class, or without the steered arm if none was found. A program that fails here
   * also fails in its forks, which report why.
   *
   * @param folder for temporary files
   * @throws FoliotException if this system cannot run arms or a driver at all
   * @throws InterruptedException if interrupted; all processes have then ended
   */
  StudyPlan withClass(Path folder) throws InterruptedException {
    progress.forkStarts(
        Cell.TRIAL, plan.allForks(), plan.arms().getFirst(), plan.steps().getFirst());
    Optional<String> found = diagnosed(folder).flatMap(RemedyTrial::shared);
    List<ArmPlan> arms =
        found
            .map(name -> plan.arms().stream().map(arm -> RemedyCommand.about(arm, name)).toList())
            .orElseGet(() ->
                plan.arms().stream()
                    .filter(arm -> !arm.name().equals(RemedyPlan.STEERED))
                    .toList());
    return plan.withArms(arms);
  }

  private Optional<DiagnosisRecord> diagnosed(Path folder) throws InterruptedException {
    ForkSetting setting =
        ForkSetting.trial(plan, 0, folder, ForkSetting.newLog(folder, "trial-"), progress);
    if (CounterFork.isFor(setting.step())) {
      CounterFork counted = new CounterFork(setting);
      List<ForkOutcome> _ = counted.play();
      return counted.diagnosis();
    }
    RemedyServiceFork served = RemedyServiceFork.of(setting);
    List<ForkOutcome> _ = served.play();
    return served.diagnosis();
  }

  private static Optional<String> shared(DiagnosisRecord record) {
    return record.findings().stream()
        .filter(SharingFinding.class::isInstance)
        .map(finding -> ((SharingFinding) finding).type().className())
        .findFirst();
  }
}
