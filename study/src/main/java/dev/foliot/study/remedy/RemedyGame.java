package dev.foliot.study.remedy;

import dev.foliot.store.KernelView;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.Work;
import dev.foliot.study.lottery.AddressPrediction;
import dev.foliot.study.lottery.LotteryFork;
import dev.foliot.study.lottery.LotteryProgram;
import dev.foliot.study.lottery.LotteryResult;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.play.ProgramFork;
import dev.foliot.study.play.SteerAgent;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The game of the study of remedies: the class's address is read from outside, and {@code diagnose}
 * examines the program.
 *
 * <p>Its throughput is the type checks of both threads, and the cost of a check is the mean of its
 * costs in both. It is not their CPU time over all their checks: one thread makes ten times the
 * checks of the other, and the thread whose CPU others took would decide that figure.
 */
final class RemedyGame implements LotteryFork.Game<LotteryResult> {
  private static final double NS_PER_S = 1e9;

  private final ForkSetting setting;
  private final RemedyLook look;

  RemedyGame(ForkSetting setting) {
    this.setting = setting;
    this.look = new RemedyLook(setting);
  }

  @Override
  public List<String> jvmArgs(ArmStart.Lottery start) {
    List<String> flags = new ArrayList<>(start.jvmArgs());
    if (start.steeredTo().isPresent()) {
      SteerAgent agent =
          SteerAgent.on(setting.plan().apps())
              .orElseThrow(() ->
                  FoliotException.environment(
                      "the agent foliot-steer is not beside Foliot: build Foliot again"));
      flags.add(
          agent.argument(AddressPrediction.PARCEL, start.steeredTo().getAsInt(), look.told()));
    }
    return flags;
  }

  @Override
  public boolean bothWrite() {
    return RemedyPlan.bothWrite(setting.step());
  }

  @Override
  public void examine(LotteryProgram lottery) throws InterruptedException {
    look.place(lottery, lottery.address().map(AddressPrediction::lineOffset));
    look.diagnose(lottery, lottery.pid());
  }

  @Override
  public LotteryResult measure(LotteryProgram lottery) throws IOException, InterruptedException {
    return lottery.measure();
  }

  @Override
  public ForkOutcome outcome(
      LotteryResult measured, KernelView kernel, long startEpochMs, List<Reason> suspect) {
    OptionalInt steeredTo =
        setting.arm().start() instanceof ArmStart.Lottery lottery
            ? lottery.steeredTo()
            : OptionalInt.empty();
    return look.in(read(measured, kernel, startEpochMs, suspect), steeredTo);
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
                ? ProgramFork.validity(kernel)
                : Validity.of(Verdict.INVALID, new StudyReason.NoTypeCheck())),
        startEpochMs,
        measures,
        suspect);
  }
}
