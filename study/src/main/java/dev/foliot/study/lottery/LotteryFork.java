package dev.foliot.study.lottery;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.store.KernelView;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.FigureKind;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyInterval;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.Work;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.play.ProgramFork;
import dev.foliot.text.LabException;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import dev.foliot.text.StudyReason;
import java.io.IOException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A fork of the lottery. The program warms up and waits, its class's address is read from outside,
 * the prediction is stored, and only then the measurement begins. Its throughput is that of the
 * reader's type checks, which nothing waits for.
 */
final class LotteryFork extends ProgramFork<LotteryProgram, LotteryResult> {
  private static final double NS_PER_S = 1e9;

  /** The time between the stored prediction and the measurement. */
  static final Metric PREDICTED_BEFORE =
      new Metric("predicted_before_s", Metric.Unit.S, Metric.Better.NEITHER, FigureKind.THROUGHPUT);

  private @Nullable StudyPrediction prediction;
  private long predictedNanoTime;

  LotteryFork(ForkSetting setting) {
    super(setting);
  }

  @Override
  protected LotteryProgram start() throws InterruptedException {
    if (!(setting().arm().start() instanceof ArmStart.Lottery lottery)) {
      throw new IllegalStateException(setting().arm().name() + " is no lottery");
    }
    return LotteryProgram.start(
        new LotteryProgram.Spec(
            setting().arm().name(),
            lottery.jdk(),
            lottery.jvmArgs(),
            lottery.fillerMethods(),
            false,
            0,
            setting().step().warmupNs(),
            setting().step().durationNs()),
        setting().plan().apps(),
        cpus(),
        setting().arm().bounds(),
        setting().folder(),
        setting().log());
  }

  @Override
  protected void awaitReady(LotteryProgram lottery) throws InterruptedException {
    stage(StudyProgress.Stage.WARMING_UP);
    lottery.awaitReady();
  }

  @Override
  protected void prepare(LotteryProgram lottery) {
    prediction =
        switch (lottery.address()) {
          case Reading.Value<AddressPrediction>(AddressPrediction read) ->
              read.record(InstantSource.system());
          case Reading.Unavailable<AddressPrediction>(Reason why) ->
              throw LabException.environment(
                  "sharing-lottery reads the address of a class in another JVM: " + why.sentence());
        };
    setting().keeps().prediction(prediction);
    predictedNanoTime = clock().nanoTime();
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
    return read(
        measured,
        Objects.requireNonNull(prediction),
        predictedNanoTime,
        kernel,
        epochMs(measured.startNanoTime()),
        suspect);
  }

  /**
   * The outcome of a fork. Pure.
   *
   * @param predictedNanoTime when the prediction was stored, by the monotonic clock
   */
  static ForkOutcome.Played read(
      LotteryResult measured,
      StudyPrediction prediction,
      long predictedNanoTime,
      KernelView kernel,
      long startEpochMs,
      List<Reason> suspect) {
    Map<Metric, Double> measures = new LinkedHashMap<>();
    measures.put(Metric.LINE_OFFSET, (double) prediction.lineOffset());
    measures.put(Metric.READER, measured.reader().perS(measured.durationNs()));
    measures.put(Metric.WRITER, measured.writer().perS(measured.durationNs()));
    if (measured.reader().cpuNs() > 0 && measured.writer().cpuNs() > 0) {
      measures.put(Metric.READER_PER_CPU, measured.reader().perCpuS());
      measures.put(Metric.WRITER_PER_CPU, measured.writer().perCpuS());
    }
    measures.put(PREDICTED_BEFORE, (measured.startNanoTime() - predictedNanoTime) / NS_PER_S);
    return ForkOutcome.Played.counted(
            new Work.Operations(
                measured.reader().checks(),
                measured.durationNs(),
                measured.intervals().stream()
                    .map(one ->
                        StudyInterval.counted(one.fromNs(), one.toNs(), one.readerChecks(), 0))
                    .toList(),
                kernel,
                validity(measured, predictedNanoTime, kernel)),
            startEpochMs,
            measures,
            suspect)
        .placed(new StudyPoint.Placement(prediction, null));
  }

  private static Validity validity(
      LotteryResult measured, long predictedNanoTime, KernelView kernel) {
    if (!measured.isWhole()) {
      return Validity.of(Verdict.INVALID, new StudyReason.NoTypeCheck());
    }
    if (predictedNanoTime - measured.startNanoTime() >= 0) {
      return Validity.of(Verdict.INVALID, new StudyReason.MeasuredTooSoon());
    }
    return validity(kernel);
  }

  @Override
  protected String failure(IOException why) {
    return ofArm(
        "the files between Foliot and the lottery failed ("
            + Shown.text(why.getMessage())
            + "): see whether "
            + setting().folder()
            + " has room");
  }
}
