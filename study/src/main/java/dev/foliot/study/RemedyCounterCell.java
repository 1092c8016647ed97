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
import dev.foliot.store.StudyCourse;
import dev.foliot.store.StudyRemedy;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.Reasons;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Plays one fork of a command of the user's that does its own work and prints how much: it warms
 * up, {@code diagnose} looks at the first fork of each arm, and what is counted after that is its
 * speed. Whatever happens, no process of it is left when {@link #play} returns or throws.
 */
final class RemedyCounterCell {
  private static final Path ROOT = Path.of("/");
  private static final long FIRST_NS = 120_000_000_000L;
  private static final long BETWEEN_NS = 60_000_000_000L;
  private static final long STOP_NS = 10_000_000_000L;

  private final StudyPlan plan;
  private final ArmPlan arm;
  private final ArmStart.Command start;
  private final CommandRemedy remedy;
  private final StepPlan step;
  private final boolean looks;
  private final Path folder;
  private final Path log;
  private final StudyProgress progress;
  private final NanoClock clock = NanoClock.system();
  private final InstantSource time = InstantSource.system();
  private Optional<DiagnosisRecord> seen = Optional.empty();

  /**
   * @param folder for what the agent says, which is not kept
   * @param log takes what it prints
   */
  RemedyCounterCell(StudyPlan plan, Cell cell, Path folder, Path log, StudyProgress progress) {
    this.plan = plan;
    this.arm = plan.arms().get(cell.arm());
    if (!(arm.start() instanceof ArmStart.Command own)) {
      throw new IllegalStateException(arm.name() + " is no command");
    }
    this.start = own;
    this.remedy = own.remedy().orElseThrow();
    this.step = plan.steps().get(cell.step());
    this.looks = cell.replicate() == 0;
    this.folder = folder;
    this.log = log;
    this.progress = progress;
  }

  /** What {@code diagnose} saw; empty where it did not look, or could not. */
  Optional<DiagnosisRecord> seen() {
    return seen;
  }

  /**
   * Plays it.
   *
   * @throws dev.foliot.text.LabException if this system cannot hold arms
   * @throws InterruptedException if interrupted; all processes have ended then
   */
  CellOutcome play() throws InterruptedException {
    progress.stage(StudyProgress.Stage.STARTING);
    Path told = folder.resolve("steered.json");
    CpuList cpus = arm.bounds().cpusOf(plan.cpus());
    try (RunningArm program = RunningArm.launch(command(told, cpus), log, STOP_NS, clock)) {
      CountedWork work =
          new CountedWork(program, new WorkCounter(log, remedy.counter().orElseThrow()), clock);
      if (work.next(OptionalLong.empty(), FIRST_NS).isEmpty()) {
        return failed("it printed no counter within " + FIRST_NS / 1_000_000_000 + " s");
      }
      progress.stage(StudyProgress.Stage.WARMING_UP);
      if (program.hasEndedWithin(step.warmupNs())) {
        program.check();
      }
      List<String> unavailable = new ArrayList<>();
      look(program, unavailable);
      progress.stage(StudyProgress.Stage.LOADING);
      KernelWatch kernel = new KernelWatch(ProcessHandle.current().pid());
      Optional<CountedWork.Moment> from = work.fresh(BETWEEN_NS);
      OtherProcesses others = OtherProcesses.from(cpus);
      kernel.phase(Phase.MEASURE);
      Optional<CountedWork.Moment> to =
          from.isEmpty() ? from : work.after(from.get(), step.durationNs(), BETWEEN_NS);
      kernel.phase(Phase.MEASURED);
      if (from.isEmpty() || to.isEmpty()) {
        return failed("its counter stood still for " + BETWEEN_NS / 1_000_000_000 + " s");
      }
      Counted counted = new Counted(from.get(), to.get());
      List<String> suspect = new ArrayList<>(Reasons.sentences(plan.cpus().suspect()));
      suspect.addAll(Reasons.sentences(program.missing()));
      others.suspectNow(counted.cpuNs()).ifPresent(suspect::add);
      Integer place = place(program, unavailable);
      progress.stage(StudyProgress.Stage.ENDING);
      program.stop();
      return outcome(counted, kernel, place, told, unavailable, suspect);
    } catch (ArmException e) {
      return new CellOutcome.Failed(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return failed("what it prints cannot be read (" + Shown.text(e.getMessage()) + ")");
    }
  }

  private CellOutcome failed(String reason) {
    return new CellOutcome.Failed("arm " + Shown.text(arm.name()) + ": " + reason);
  }

  private void look(RunningArm program, List<String> unavailable) throws InterruptedException {
    if (!looks) {
      return;
    }
    switch (RemedyLook.at(program.pid(), plan.form())) {
      case Reading.Value<DiagnosisRecord>(DiagnosisRecord record) -> seen = Optional.of(record);
      case Reading.Unavailable<DiagnosisRecord> none -> {
        program.check();
        unavailable.add(RemedyLook.NOT_SEEN + none.sentence());
      }
    }
  }

  private @Nullable Integer place(RunningArm program, List<String> unavailable) {
    if (remedy.className().isEmpty()) {
      return null;
    }
    return switch (ClassPlace.of(ROOT, program.pid(), remedy.className().get())) {
      case Reading.Value<Integer>(Integer place) -> place;
      case Reading.Unavailable<Integer> none -> {
        program.check();
        unavailable.add("where the class lies: " + none.sentence());
        yield null;
      }
    };
  }

  /**
   * What was counted.
   *
   * @param from at the beginning
   * @param to at the end
   */
  private record Counted(CountedWork.Moment from, CountedWork.Moment to) {
    long operations() {
      return to.operations() - from.operations();
    }

    long durationNs() {
      return to.nanoTime() - from.nanoTime();
    }

    /** 0 where it is not known. */
    long cpuNs() {
      return from.cpuNs() < 0 || to.cpuNs() < 0 ? 0 : to.cpuNs() - from.cpuNs();
    }
  }

  private CellOutcome outcome(
      Counted counted,
      KernelWatch kernel,
      @Nullable Integer place,
      Path told,
      List<String> unavailable,
      List<String> suspect) {
    if (counted.operations() <= 0) {
      return failed("its counter fell: it is to be a running total");
    }
    StudyRemedy record = RemedyLook.remedy(seen, remedy.steeredTo(), place, told);
    RemedyLook.missed(record).ifPresent(suspect::add);
    Map<String, Double> measures = new LinkedHashMap<>();
    if (place != null) {
      measures.put(LotteryReading.LINE_OFFSET, (double) place);
    }
    if (counted.cpuNs() > 0) {
      measures.put(RemedyReading.CPU_NS_PER_OP, (double) counted.cpuNs() / counted.operations());
    }
    List<String> reasons = CheckedLoad.disturbed(kernel.view());
    return new CellOutcome.Played(
        CheckedLoad.of(
            step,
            counted.operations(),
            counted.durationNs(),
            List.of(),
            kernel.view(),
            new Validity(reasons.isEmpty() ? Verdict.VALID : Verdict.SUSPECT, reasons)),
        time.millis() - (clock.nanoTime() - counted.from().nanoTime()) / 1_000_000,
        StudyCourse.NONE,
        null,
        measures,
        unavailable,
        suspect,
        null,
        null,
        null,
        record);
  }

  private ArmCommand command(Path told, CpuList cpus) {
    // a program that does its own work serves no port, and is told none
    ArmWords words = ArmWords.of(start, cpus.size(), 1, null);
    ArmBounds bounds = arm.bounds();
    return new ArmCommand(
        arm.name(),
        RemedyCommand.filled(start.words(), told).stream().map(words::filled).toList(),
        start.folder(),
        bounds.environment(),
        cpus,
        bounds.quotaCpus(),
        bounds.memoryBytes(),
        null);
  }
}
