package dev.foliot.study.remedy;

import dev.foliot.load.LoadPhase;
import dev.foliot.load.Traffic;
import dev.foliot.load.driver.DriverProcess;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.CommandRemedy;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.play.Service;
import dev.foliot.study.play.ServiceFork;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A fork of a user's command that serves HTTP. {@code diagnose} examines the first fork of each arm
 * under the same load, before the measured one, and the class's offset is read after it.
 */
final class RemedyServiceFork extends ServiceFork {
  private static final Path ROOT = Path.of("/");

  /** Without the driver, the diagnosis would have nothing to observe. */
  private static final long DRIVER_START_NS = 1_500_000_000L;

  /** Longer than any diagnosis. */
  private static final long LOOK_NS = 600_000_000_000L;

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
  protected void prepare(Serving serving) throws InterruptedException {
    if (!look.isWanted()) {
      return;
    }
    StepPlan step = setting().step();
    List<LoadPhase> phases =
        List.of(
            new LoadPhase("warm-up", new Traffic.Closed(step.warmupClients(), 0), step.warmupNs()),
            new LoadPhase("look", step.traffic(), LOOK_NS));
    stage(StudyProgress.Stage.WARMING_UP);
    try (DriverProcess _ = driver(serving.service(), phases)) {
      await(serving.service(), DRIVER_START_NS + step.warmupNs());
      look.diagnose(serving, serving.service().pid());
    }
    serving.service().check();
  }

  /** Waits for a time, or for an earlier end of the service. */
  private static void await(Service service, long ns) throws InterruptedException {
    try {
      service.process().ended().get(ns, TimeUnit.NANOSECONDS);
      service.check();
    } catch (TimeoutException e) {
      return;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end of a process cannot be waited for", e);
    }
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
