package dev.foliot.study.sharingscaling;

import dev.foliot.linux.CpuList;
import dev.foliot.service.CpuPartition;
import dev.foliot.store.KernelView;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyInterval;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.Work;
import dev.foliot.study.burn.BurnCpus;
import dev.foliot.study.lottery.AddressPrediction;
import dev.foliot.study.lottery.LotteryFork;
import dev.foliot.study.lottery.LotteryProgram;
import dev.foliot.study.lottery.WorkersResult;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.play.ProgramFork;
import dev.foliot.study.remedy.RemedyLook;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * The game of sharing-scaling: as many equal threads as CPUs. On the most CPUs {@code diagnose}
 * examines the first fork of each arm.
 */
final class WorkersGame implements LotteryFork.Game<WorkersResult> {
  private final ForkSetting setting;
  private final RemedyLook look;

  WorkersGame(ForkSetting setting) {
    this.setting = setting;
    this.look = new RemedyLook(setting);
  }

  @Override
  public int workers() {
    return Objects.requireNonNull(setting.step().cpus());
  }

  @Override
  public CpuList cpus(CpuPartition all) {
    return BurnCpus.of(all, workers()).own();
  }

  @Override
  public List<Reason> suspectCpus(CpuPartition all) {
    return all.sharedCores(cpus(all));
  }

  @Override
  public void examine(LotteryProgram program) throws InterruptedException {
    look.place(program, program.address().map(AddressPrediction::lineOffset));
    if (isLargest(setting.step(), setting.plan().steps())) {
      look.diagnose(program, program.pid());
    }
  }

  /** Whether a load has the most CPUs of all. */
  static boolean isLargest(StepPlan step, List<StepPlan> all) {
    int own = Objects.requireNonNullElse(step.cpus(), 0);
    return all.stream().allMatch(one -> Objects.requireNonNullElse(one.cpus(), 0) <= own);
  }

  @Override
  public WorkersResult measure(LotteryProgram program) throws IOException, InterruptedException {
    return program.measureWorkers();
  }

  @Override
  public ForkOutcome outcome(
      WorkersResult measured, KernelView kernel, long startEpochMs, List<Reason> suspect) {
    return look.in(read(measured, kernel, startEpochMs, suspect), OptionalInt.empty());
  }

  /** The outcome of a fork. Pure. */
  static ForkOutcome.Played read(
      WorkersResult measured, KernelView kernel, long startEpochMs, List<Reason> suspect) {
    List<StudyInterval> intervals =
        measured.intervals().stream()
            .map(one -> StudyInterval.counted(one.fromNs(), one.toNs(), one.operations(), 0))
            .toList();
    return ForkOutcome.Played.counted(
        new Work.Operations(
            measured.operations(),
            measured.durationNs(),
            intervals,
            kernel,
            measured.operations() > 0
                ? ProgramFork.validity(kernel)
                : Validity.of(Verdict.INVALID, new StudyReason.NoTypeCheck())),
        startEpochMs,
        measured.operations() > 0 && measured.cpuNs() > 0
            ? Map.of(Metric.CPU_PER_OPERATION, (double) measured.cpuNs() / measured.operations())
            : Map.of(),
        suspect);
  }
}
