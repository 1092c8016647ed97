package dev.foliot.study.lottery;

import dev.foliot.bench.NanoClock;
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
import dev.foliot.study.Work;
import dev.foliot.study.play.ProgramFork;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.io.IOException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The game of sharing-lottery. The address of the class is read, the prediction is stored, and only
 * then the measurement begins. Its throughput is that of the reader's type checks, which nothing
 * waits for.
 */
final class PredictedGame implements LotteryFork.Game<LotteryResult> {
  private static final double NS_PER_S = 1e9;

  /** The time between the stored prediction and the measurement. */
  static final Metric PREDICTED_BEFORE =
      new Metric("predicted_before_s", Metric.Unit.S, Metric.Better.NEITHER, FigureKind.THROUGHPUT);

  private final ForkSetting setting;
  private final NanoClock clock = NanoClock.system();
  private @Nullable StudyPrediction prediction;
  private long predictedNanoTime;

  PredictedGame(ForkSetting setting) {
    this.setting = setting;
  }

  @Override
  public void examine(LotteryProgram lottery) {
    prediction =
        switch (lottery.address()) {
          case Reading.Value<AddressPrediction>(AddressPrediction read) ->
              read.record(InstantSource.system());
          case Reading.Unavailable<AddressPrediction>(Reason why) ->
              throw FoliotException.environment(
                  "sharing-lottery reads the address of a class in another JVM: " + why.sentence());
        };
    setting.keeps().prediction(prediction);
    predictedNanoTime = clock.nanoTime();
  }

  @Override
  public LotteryResult measure(LotteryProgram lottery) throws IOException, InterruptedException {
    return lottery.measure();
  }

  @Override
  public ForkOutcome outcome(
      LotteryResult measured, KernelView kernel, long startEpochMs, List<Reason> suspect) {
    return read(
        measured,
        Objects.requireNonNull(prediction),
        predictedNanoTime,
        kernel,
        startEpochMs,
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
    measures.put(Metric.LINE_OFFSET, (double) prediction.line().lineOffset());
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
    return ProgramFork.validity(kernel);
  }
}
