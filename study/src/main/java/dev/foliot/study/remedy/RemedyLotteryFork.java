package dev.foliot.study.remedy;

import dev.foliot.linux.CpuList;
import dev.foliot.store.KernelView;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.Work;
import dev.foliot.study.lottery.AddressPrediction;
import dev.foliot.study.lottery.LotteryCpus;
import dev.foliot.study.lottery.LotteryProgram;
import dev.foliot.study.lottery.LotteryResult;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.play.ProgramFork;
import dev.foliot.study.play.SteerAgent;
import dev.foliot.text.LabException;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import dev.foliot.text.StudyReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A fork of the built-in program of the study of remedies.
 *
 * <p>It warms up and continues, its class's address is read from outside, {@code diagnose} examines
 * it, and only then the measurement begins, undisturbed. Its throughput is the type checks of both
 * threads, and the cost of a check is the mean of its costs in both. It is not their CPU time over
 * all their checks: one thread makes ten times the checks of the other, and the thread whose CPU
 * others took would decide that figure.
 */
final class RemedyLotteryFork extends ProgramFork<LotteryProgram, LotteryResult> {
  private static final double NS_PER_S = 1e9;

  private final ArmStart.Lottery start;
  private final RemedyLook look;

  RemedyLotteryFork(ForkSetting setting) {
    super(setting);
    if (!(setting.arm().start() instanceof ArmStart.Lottery lottery)) {
      throw new IllegalStateException(setting.arm().name() + " is no lottery");
    }
    this.start = lottery;
    this.look = new RemedyLook(setting);
  }

  @Override
  protected LotteryProgram start() throws InterruptedException {
    return LotteryProgram.start(
        new LotteryProgram.Spec(
            setting().arm().name(),
            start.jdk(),
            flags(),
            start.fillerMethods(),
            RemedyPlan.bothWrite(setting().step()),
            0,
            setting().step().warmupNs(),
            setting().step().durationNs()),
        setting().plan().apps(),
        cpus(),
        setting().arm().bounds(),
        setting().folder(),
        setting().log());
  }

  private List<String> flags() {
    List<String> flags = new ArrayList<>(start.jvmArgs());
    if (start.steeredTo().isPresent()) {
      SteerAgent agent =
          SteerAgent.on(setting().plan().apps())
              .orElseThrow(
                  () ->
                      LabException.environment(
                          "the agent foliot-steer is not beside Foliot: build Foliot again"));
      flags.add(
          agent.argument(AddressPrediction.PARCEL, start.steeredTo().getAsInt(), look.told()));
    }
    return flags;
  }

  @Override
  protected void awaitReady(LotteryProgram lottery) throws InterruptedException {
    stage(StudyProgress.Stage.WARMING_UP);
    lottery.awaitReady();
  }

  @Override
  protected void prepare(LotteryProgram lottery) throws InterruptedException {
    look.place(lottery, lottery.address().map(AddressPrediction::lineOffset));
    look.diagnose(lottery, lottery.pid());
  }

  @Override
  protected CpuList cpus() {
    return LotteryCpus.of(setting().plan().cpus());
  }

  @Override
  protected List<Reason> suspectCpus() {
    return LotteryCpus.suspect(setting().plan().cpus());
  }

  @Override
  protected LotteryResult measure(LotteryProgram lottery) throws IOException, InterruptedException {
    return lottery.measure();
  }

  @Override
  protected long cpuNs(LotteryResult measured) {
    return measured.cpuNs();
  }

  @Override
  protected ForkOutcome outcome(
      LotteryProgram lottery, LotteryResult measured, KernelView kernel, List<Reason> suspect) {
    return look.in(
        read(measured, kernel, epochMs(measured.startNanoTime()), suspect), start.steeredTo());
  }

  /** The outcome of a fork. Pure. */
  static ForkOutcome.Played read(
      LotteryResult measured, KernelView kernel, long startEpochMs, List<Reason> suspect) {
    Map<Metric, Double> measures = new LinkedHashMap<>();
    double reader = measured.reader().perCpuS();
    double writer = measured.writer().perCpuS();
    if (reader > 0 && writer > 0) {
      measures.put(Metric.CPU_PER_OPERATION, NS_PER_S / 2 * (1 / reader + 1 / writer));
      measures.put(Metric.READER_PER_CPU, reader);
      measures.put(Metric.WRITER_PER_CPU, writer);
    }
    measures.put(Metric.READER, measured.reader().perS(measured.durationNs()));
    measures.put(Metric.WRITER, measured.writer().perS(measured.durationNs()));
    return ForkOutcome.Played.counted(
        new Work.Operations(
            measured.reader().checks() + measured.writer().checks(),
            measured.durationNs(),
            List.of(),
            kernel,
            measured.isWhole()
                ? validity(kernel)
                : Validity.of(Verdict.INVALID, new StudyReason.NoTypeCheck())),
        startEpochMs,
        measures,
        suspect);
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
