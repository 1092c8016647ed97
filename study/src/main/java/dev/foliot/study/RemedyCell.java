package dev.foliot.study;

import dev.foliot.bench.NanoClock;
import dev.foliot.bench.Phase;
import dev.foliot.judgement.KernelWatch;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.service.ArmCommand;
import dev.foliot.service.ArmException;
import dev.foliot.service.RunningArm;
import dev.foliot.store.DiagnosisRecord;
import dev.foliot.store.StudyRemedy;
import dev.foliot.text.LabException;
import dev.foliot.text.Reasons;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Plays one fork of the study of remedies: the program warms up and runs on, the address of its
 * class is read from outside, {@code diagnose} looks at the first fork of each arm and load, and
 * only then the measurement begins, so that nobody looks meanwhile. Whatever happens, no process of
 * it is left when {@link #play} returns or throws.
 */
final class RemedyCell {
  private static final Path ROOT = Path.of("/");
  private static final long READY_NS = 60_000_000_000L;

  /** Its end, and what a machine that is short of time adds. */
  private static final long AROUND_NS = 30_000_000_000L;

  private final StudyPlan plan;
  private final ArmPlan arm;
  private final StepPlan step;
  private final boolean looks;
  private final Path folder;
  private final Path log;
  private final StudyProgress progress;
  private final NanoClock clock = NanoClock.system();
  private final InstantSource time = InstantSource.system();

  /**
   * @param folder for the program's files, which are not kept
   * @param log takes what it prints
   */
  RemedyCell(StudyPlan plan, Cell cell, Path folder, Path log, StudyProgress progress) {
    this.plan = plan;
    this.arm = plan.arms().get(cell.arm());
    this.step = plan.steps().get(cell.step());
    this.looks = cell.replicate() == 0;
    this.folder = folder;
    this.log = log;
    this.progress = progress;
  }

  /**
   * Plays it.
   *
   * @throws LabException if this system cannot hold arms
   * @throws InterruptedException if interrupted; all processes have ended then
   */
  CellOutcome play() throws InterruptedException {
    if (!(arm.start() instanceof ArmStart.Lottery start)) {
      throw new IllegalStateException(arm.name() + " is no lottery");
    }
    progress.stage(StudyProgress.Stage.STARTING);
    Path ready = folder.resolve("ready");
    Path go = folder.resolve("go");
    Path result = folder.resolve("lottery.json");
    Path told = folder.resolve("steered.json");
    CpuList cpus = LotteryCpus.of(plan.cpus());
    try (RunningArm lottery =
        RunningArm.launch(command(start, ready, go, result, told, cpus), log, 0, clock)) {
      progress.stage(StudyProgress.Stage.WARMING_UP);
      lottery.awaitFile(ready, READY_NS);
      List<String> unavailable = new ArrayList<>();
      Integer place = place(lottery, unavailable);
      Optional<DiagnosisRecord> seen = looks ? seen(lottery, unavailable) : Optional.empty();
      progress.stage(StudyProgress.Stage.LOADING);
      KernelWatch kernel = new KernelWatch(ProcessHandle.current().pid());
      kernel.phase(Phase.MEASURE);
      OtherProcesses others = OtherProcesses.from(cpus);
      Files.createFile(go);
      lottery.await(step.durationNs() + AROUND_NS);
      kernel.phase(Phase.MEASURED);
      progress.stage(StudyProgress.Stage.ENDING);
      LotteryResult checks = LotteryResult.read(result);
      List<String> suspect = new ArrayList<>(LotteryCpus.suspect(plan.cpus()));
      suspect.addAll(Reasons.sentences(lottery.missing()));
      others.suspectNow(checks.reader().cpuNs() + checks.writer().cpuNs()).ifPresent(suspect::add);
      StudyRemedy remedy = RemedyLook.remedy(seen, start.steeredTo(), place, told);
      RemedyLook.missed(remedy).ifPresent(suspect::add);
      return new RemedyReading(step, checks, remedy, kernel.view())
          .outcome(nowEpochMs(checks.startNanoTime()), unavailable, suspect);
    } catch (ArmException e) {
      return new CellOutcome.Failed(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return new CellOutcome.Failed(
          "arm "
              + Shown.text(arm.name())
              + ": the files between Foliot and the program failed ("
              + Shown.text(e.getMessage())
              + "): see whether "
              + folder
              + " has room");
    }
  }

  private long nowEpochMs(long nanoTime) {
    return time.millis() - (clock.nanoTime() - nanoTime) / 1_000_000;
  }

  /** Where in a line the class begins, as seen from outside; null where that cannot be seen. */
  private static @Nullable Integer place(RunningArm lottery, List<String> unavailable)
      throws InterruptedException {
    return switch (AddressPrediction.of(ROOT, lottery.pid())) {
      case Reading.Value<AddressPrediction>(AddressPrediction read) ->
          (Integer) (int) Long.remainderUnsigned(read.parcel().address(), read.lineBytes());
      case Reading.Unavailable<AddressPrediction> none -> {
        checkAlive(lottery);
        unavailable.add("where the class lies: " + none.sentence());
        yield null;
      }
    };
  }

  private Optional<DiagnosisRecord> seen(RunningArm lottery, List<String> unavailable)
      throws InterruptedException {
    return switch (RemedyLook.at(lottery.pid(), plan.form())) {
      case Reading.Value<DiagnosisRecord>(DiagnosisRecord record) -> Optional.of(record);
      case Reading.Unavailable<DiagnosisRecord> none -> {
        checkAlive(lottery);
        unavailable.add(RemedyLook.NOT_SEEN + none.sentence());
        yield Optional.empty();
      }
    };
  }

  /** Of one that is not there any more nothing can be read, and it says itself why. */
  private static void checkAlive(RunningArm lottery) throws InterruptedException {
    if (lottery.hasEndedWithin(0)) {
      lottery.await(0);
    }
  }

  private ArmCommand command(
      ArmStart.Lottery start, Path ready, Path go, Path result, Path told, CpuList cpus) {
    List<String> flags = new ArrayList<>(start.jvmArgs());
    if (start.steeredTo().isPresent()) {
      SteerAgent agent =
          SteerAgent.on(plan.apps())
              .orElseThrow(() ->
                  LabException.environment(
                      "the agent foliot-steer is not beside Foliot: build Foliot again"));
      flags.add(agent.argument(AddressPrediction.PARCEL, start.steeredTo().getAsInt(), told));
    }
    List<String> words =
        List.of(
            "lottery",
            "--filler-methods",
            Integer.toString(start.fillerMethods()),
            "--reader",
            RemedyPlan.bothWrite(step) ? "writes" : "reads",
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
        ArmCommand.java(start.jdk(), flags, plan.apps(), BurnCell.APPS, words),
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
