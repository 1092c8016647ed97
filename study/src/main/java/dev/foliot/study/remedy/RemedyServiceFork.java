package dev.foliot.study.remedy;

import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.CommandRemedy;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.play.ServiceFork;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A fork of a user's command that serves HTTP. {@code diagnose} examines the first fork of each arm
 * under the same load, before the measured one, and the class's offset is read after it.
 */
final class RemedyServiceFork extends ServiceFork {
  private static final Path ROOT = Path.of("/");

  private final CommandRemedy remedy;
  private final RemedyLook look;

  private RemedyServiceFork(ForkSetting setting, RemedyLook look) {
    super(setting);
    if (!(setting.arm().start() instanceof ArmStart.Command own)) {
      throw new IllegalStateException(setting.arm().name() + " is no command");
    }
    this.remedy = own.remedy().orElseThrow();
    this.look = look;
  }

  /** A fork with its agent's output file. */
  static RemedyServiceFork of(ForkSetting setting) {
    RemedyLook look = new RemedyLook(setting);
    return new RemedyServiceFork(
        setting.with(
            setting
                .plan()
                .withArms(
                    setting.plan().arms().stream()
                        .map(arm -> RemedyCommand.filled(arm, look.told()))
                        .toList())),
        look);
  }

  /** The result of {@code diagnose}; empty if it did not run or failed. */
  Optional<DiagnosisRecord> diagnosis() {
    return look.diagnosis();
  }

  @Override
  protected void prepare(Serving serving) throws IOException, InterruptedException {
    if (!look.isWanted()) {
      return;
    }
    StepPlan step = setting().step();
    stage(StudyProgress.Stage.WARMING_UP);
    underLoad(
        serving, step, step.warmupNs(), () -> look.diagnose(serving, serving.service().pid()));
    serving.service().check();
  }

  @Override
  protected void after(Serving serving) throws InterruptedException {
    if (remedy.className().isPresent()) {
      look.place(serving, ClassPlace.of(ROOT, serving.service().pid(), remedy.className().get()));
    }
  }

  @Override
  protected ForkOutcome.Played completed(ForkOutcome.Played played) {
    return look.in(played, remedy.steeredTo());
  }
}
