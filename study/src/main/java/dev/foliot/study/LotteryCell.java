package dev.foliot.study;

import dev.foliot.bench.NanoClock;
import dev.foliot.bench.Phase;
import dev.foliot.judgement.KernelWatch;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.service.ArmCommand;
import dev.foliot.service.ArmException;
import dev.foliot.service.RunningArm;
import dev.foliot.store.StudyPrediction;
import dev.foliot.text.LabException;
import dev.foliot.text.Reasons;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Plays one fork of the lottery: the program warms up and waits, the address of its class is read
 * from outside, what that predicts is stored, and only then the measurement begins. Whatever
 * happens, no process of it is left when {@link #play} returns or throws.
 */
final class LotteryCell {
  private static final Path ROOT = Path.of("/");
  private static final long READY_NS = 60_000_000_000L;

  /** Its end, and what a machine that is short of time adds. */
  private static final long AROUND_NS = 30_000_000_000L;

  private final StudyPlan plan;
  private final ArmPlan arm;
  private final StepPlan step;
  private final Path folder;
  private final Path log;
  private final StudyProgress progress;
  private final NanoClock clock = NanoClock.system();
  private final InstantSource time = InstantSource.system();

  /**
   * @param folder for the program's files, which are not kept
   * @param log takes what it prints
   */
  LotteryCell(StudyPlan plan, Cell cell, Path folder, Path log, StudyProgress progress) {
    this.plan = plan;
    this.arm = plan.arms().get(cell.arm());
    this.step = plan.steps().get(cell.step());
    this.folder = folder;
    this.log = log;
    this.progress = progress;
  }

  /**
   * Plays it.
   *
   * @param keeps stores a prediction; the measurement begins after it has returned
   * @throws LabException if this system cannot hold arms, or does not let their memory be read
   * @throws InterruptedException if interrupted; all processes have ended then
   */
  CellOutcome play(Consumer<StudyPrediction> keeps) throws InterruptedException {
    progress.stage(StudyProgress.Stage.STARTING);
    Path ready = folder.resolve("ready");
    Path go = folder.resolve("go");
    Path result = folder.resolve("lottery.json");
    CpuList cpus = LotteryCpus.of(plan.cpus());
    try (RunningArm lottery = RunningArm.launch(command(ready, go, result, cpus), log, 0, clock)) {
      progress.stage(StudyProgress.Stage.WARMING_UP);
      lottery.awaitFile(ready, READY_NS);
      StudyPrediction prediction = prediction(lottery);
      keeps.accept(prediction);
      long predictedNanoTime = clock.nanoTime();
      progress.stage(StudyProgress.Stage.LOADING);
      KernelWatch kernel = new KernelWatch(ProcessHandle.current().pid());
      kernel.phase(Phase.MEASURE);
      OtherProcesses others = OtherProcesses.from(cpus);
      Files.createFile(go);
      lottery.await(step.durationNs() + AROUND_NS);
      kernel.phase(Phase.MEASURED);
      progress.stage(StudyProgress.Stage.ENDING);
      LotteryResult told = LotteryResult.read(result);
      List<String> suspect = new ArrayList<>(LotteryCpus.suspect(plan.cpus()));
      suspect.addAll(Reasons.sentences(lottery.missing()));
      others.suspectNow(told.reader().cpuNs() + told.writer().cpuNs()).ifPresent(suspect::add);
      return new LotteryReading(step, told, prediction, predictedNanoTime, kernel.view())
          .outcome(nowEpochMs(told.startNanoTime()), suspect);
    } catch (ArmException e) {
      return new CellOutcome.Failed(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return new CellOutcome.Failed(
          "arm "
              + Shown.text(arm.name())
              + ": the files between Foliot and the lottery failed ("
              + Shown.text(e.getMessage())
              + "): see whether "
              + folder
              + " has room");
    }
  }

  private long nowEpochMs(long nanoTime) {
    return time.millis() - (clock.nanoTime() - nanoTime) / 1_000_000;
  }

  private StudyPrediction prediction(RunningArm lottery) throws InterruptedException {
    return switch (AddressPrediction.of(ROOT, lottery.pid())) {
      case Reading.Value<AddressPrediction>(AddressPrediction read) -> read.said(time);
      case Reading.Unavailable<AddressPrediction> none -> {
        // of one that is not there any more nothing can be read, and it says itself why
        if (lottery.hasEndedWithin(0)) {
          lottery.await(0);
        }
        throw LabException.environment(
            "sharing-lottery reads the address of a class in another JVM: " + none.sentence());
      }
    };
  }

  private ArmCommand command(Path ready, Path go, Path result, CpuList cpus) {
    if (!(arm.start() instanceof ArmStart.Lottery lottery)) {
      throw new IllegalStateException(arm.name() + " is no lottery");
    }
    List<String> words =
        List.of(
            "lottery",
            "--filler-methods",
            Integer.toString(lottery.fillerMethods()),
            "--warmup",
            us(step.warmupNs()),
            "--duration",
            us(step.durationNs()),
            "--ready-file",
            ready.toString(),
            "--go-file",
            go.toString(),
            "--result",
            result.toString());
    ArmBounds bounds = arm.bounds();
    return new ArmCommand(
        arm.name(),
        ArmCommand.java(lottery.jdk(), lottery.jvmArgs(), plan.apps(), BurnCell.APPS, words),
        null,
        bounds.environment(),
        cpus,
        bounds.quotaCpus(),
        bounds.memoryBytes(),
        null);
  }

  private static String us(long ns) {
    return ns / 1_000 + "us";
  }
}
