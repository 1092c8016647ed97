package dev.foliot.study.memory;

import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.plan.Cell;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.play.ServiceFork;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds a rate that saturates no arm. One thread.
 *
 * <p>Each arm answers a closed loop for a short time, and the rate is a share of the slowest arm's
 * throughput. No figure includes these measurements.
 */
final class MemoryCalibration {
  private final StudyPlan plan;
  private final StudyProgress progress;

  MemoryCalibration(StudyPlan plan, StudyProgress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /** Whether a plan needs it. */
  static boolean isNeeded(StudyPlan plan) {
    return plan.steps().stream().anyMatch(MemoryLoads::lacksRate);
  }

  /**
   * The plan with its rates. Arms that fail are left out here; their forks report why.
   *
   * @param folder for temporary files
   * @throws FoliotException if this system cannot run arms or a driver at all
   * @throws InterruptedException if interrupted; all processes have then ended
   */
  StudyPlan calibrated(Path folder) throws InterruptedException {
    List<StepPlan> steps = new ArrayList<>();
    for (StepPlan step : plan.steps()) {
      steps.add(MemoryLoads.lacksRate(step) ? calibrated(step, folder) : step);
    }
    return plan.withSteps(steps);
  }

  private StepPlan calibrated(StepPlan step, Path folder) throws InterruptedException {
    StudyPlan trial =
        plan.withSteps(List.of(MemoryLoads.calibration(step, plan.cpus().service().size())));
    double slowest = Double.MAX_VALUE;
    for (int arm = 0; arm < trial.arms().size(); arm++) {
      progress.forkStarts(
          Cell.TRIAL, plan.allForks(), trial.arms().get(arm), trial.steps().getFirst());
      ForkOutcome outcome =
          new ServiceFork(
                  ForkSetting.trial(
                      trial, arm, folder, ForkSetting.newLog(folder, "calibration-"), progress))
              .play()
              .getFirst();
      if (outcome instanceof ForkOutcome.Played played && played.work().done() > 0) {
        slowest = Math.min(slowest, played.work().perS());
      }
    }
    return MemoryLoads.at(step, slowest == Double.MAX_VALUE ? 0 : slowest);
  }
}
