package dev.foliot.study.remedy;

import dev.foliot.linux.CpuList;
import dev.foliot.service.CpuPartition;
import dev.foliot.store.KernelView;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyInterval;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.Work;
import dev.foliot.study.burn.BurnCpus;
import dev.foliot.study.lottery.AddressPrediction;
import dev.foliot.study.lottery.LotteryProgram;
import dev.foliot.study.lottery.WorkersResult;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.play.ProgramFork;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import dev.foliot.text.StudyReason;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * A fork of sharing-scaling: as many equal threads as CPUs. On the most CPUs {@code diagnose}
 * examines the first fork of each arm after the warm-up, and only then the measurement begins.
 */
final class SharingScalingFork extends ProgramFork<LotteryProgram, WorkersResult> {
  private final ArmStart.Lottery start;
  private final RemedyLook look;
  private final int threads;

  SharingScalingFork(ForkSetting setting) {
    super(setting);
    if (!(setting.arm().start() instanceof ArmStart.Lottery lottery)) {
      throw new IllegalStateException(setting.arm().name() + " is no lottery");
    }
    this.start = lottery;
    this.look = new RemedyLook(setting);
    this.threads = Objects.requireNonNull(setting.step().cpus());
  }

  @Override
  protected LotteryProgram start() throws InterruptedException {
    return LotteryProgram.start(
        new LotteryProgram.Spec(
            setting().arm().name(),
            start.jdk(),
            start.jvmArgs(),
            start.fillerMethods(),
            false,
            threads,
            setting().step().warmupNs(),
            setting().step().durationNs()),
        setting().plan().apps(),
        cpus(),
        setting().arm().bounds(),
        setting().folder(),
        setting().log());
  }

  @Override
  protected void awaitReady(LotteryProgram program) throws InterruptedException {
    stage(StudyProgress.Stage.WARMING_UP);
    program.awaitReady();
  }

  @Override
  protected void prepare(LotteryProgram program) throws InterruptedException {
    look.place(program, program.address().map(AddressPrediction::lineOffset));
    if (isLargest(setting().step(), setting().plan().steps())) {
      look.diagnose(program, program.pid());
    }
  }

  /** Whether a load has the most CPUs of all. */
  static boolean isLargest(StepPlan step, List<StepPlan> all) {
    int own = Objects.requireNonNullElse(step.cpus(), 0);
    return all.stream().allMatch(one -> Objects.requireNonNullElse(one.cpus(), 0) <= own);
  }

  @Override
  protected CpuList cpus() {
    return BurnCpus.of(partition(), threads).own();
  }

  private CpuPartition partition() {
    return setting().plan().cpus();
  }

  @Override
  protected List<Reason> suspectCpus() {
    return partition().sharedCores(cpus());
  }

  @Override
  protected WorkersResult measure(LotteryProgram program) throws IOException, InterruptedException {
    return program.measureWorkers();
  }

  @Override
  protected long cpuNs(WorkersResult measured) {
    return measured.cpuNs();
  }

  @Override
  protected ForkOutcome outcome(
      LotteryProgram program, WorkersResult measured, KernelView kernel, List<Reason> suspect) {
    return look.in(
        read(measured, kernel, epochMs(measured.startNanoTime()), suspect), OptionalInt.empty());
  }

  /** The outcome of a fork. Pure. */
  static ForkOutcome.Played read(
      WorkersResult measured, KernelView kernel, long startEpochMs, List<Reason> suspect) {
    List<StudyInterval> intervals =
        measured.intervals().stream()
            .map(one -> StudyInterval.counted(one.fromNs(), one.toNs(), one.operations(), 0))
            .toList();
    return new ForkOutcome.Played(
        new Work.Operations(
            measured.operations(),
            measured.durationNs(),
            intervals,
            kernel,
            measured.operations() > 0
                ? validity(kernel)
                : Validity.of(Verdict.INVALID, new StudyReason.NoTypeCheck())),
        startEpochMs,
        StudyCourse.NONE,
        measured.operations() > 0 && measured.cpuNs() > 0
            ? Map.of(Metric.CPU_PER_OPERATION, (double) measured.cpuNs() / measured.operations())
            : Map.of(),
        StudyPoint.Observed.NOTHING,
        List.of(),
        suspect,
        StudyPoint.Placement.NONE);
  }

  @Override
  protected String failure(IOException why) {
    return ofArm(
        "the files between Foliot and the program failed ("
            + Shown.text(why.getMessage())
            + "): see whether "
            + setting().folder()
            + " has room");
  }
}
