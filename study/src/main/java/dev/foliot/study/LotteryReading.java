package dev.foliot.study;

import dev.foliot.load.PhaseResult;
import dev.foliot.load.SeriesRow;
import dev.foliot.store.KernelView;
import dev.foliot.store.StudyCourse;
import dev.foliot.store.StudyPrediction;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A fork of the lottery in the form that a fork under a load driver has: its throughput is the type
 * checks of the reader, which nothing waits for. Pure.
 */
final class LotteryReading {
  /** Type checks in a second of the reader's CPU time: what the bands are told by. */
  static final String READER_PER_CPU_S = "reader_per_cpu_s";

  static final String LINE_OFFSET = "line_offset_bytes";
  private static final double NS_PER_S = 1e9;

  private final StepPlan step;
  private final LotteryResult told;
  private final StudyPrediction prediction;
  private final long predictedNanoTime;
  private final KernelView kernel;

  /**
   * @param predictedNanoTime when the prediction was stored, by the monotonic clock
   */
  LotteryReading(
      StepPlan step,
      LotteryResult told,
      StudyPrediction prediction,
      long predictedNanoTime,
      KernelView kernel) {
    this.step = step;
    this.told = told;
    this.prediction = prediction;
    this.predictedNanoTime = predictedNanoTime;
    this.kernel = kernel;
  }

  /**
   * The whole.
   *
   * @param startEpochMs when the measurement began, in milliseconds since 1970
   * @param suspect why the conditions make it SUSPECT
   */
  CellOutcome.Played outcome(long startEpochMs, List<String> suspect) {
    return new CellOutcome.Played(
        load(),
        startEpochMs,
        StudyCourse.NONE,
        null,
        measures(),
        List.of(),
        suspect,
        null,
        null,
        prediction);
  }

  private Map<String, Double> measures() {
    Map<String, Double> measures = new LinkedHashMap<>();
    measures.put(LINE_OFFSET, (double) prediction.lineOffset());
    measures.put("reader_per_s", told.reader().perS(told.durationNs()));
    measures.put("writer_per_s", told.writer().perS(told.durationNs()));
    if (told.reader().cpuNs() > 0 && told.writer().cpuNs() > 0) {
      measures.put(READER_PER_CPU_S, told.reader().perCpuS());
      measures.put("writer_per_cpu_s", told.writer().perCpuS());
    }
    measures.put("predicted_before_s", (told.startNanoTime() - predictedNanoTime) / NS_PER_S);
    return measures;
  }

  private PhaseResult load() {
    return CheckedLoad.of(
        step,
        told.reader().checks(),
        told.durationNs(),
        told.intervals().stream().map(LotteryReading::row).toList(),
        kernel,
        validity());
  }

  private static SeriesRow row(LotteryResult.Interval one) {
    return new SeriesRow(
        one.fromNs(),
        one.toNs(),
        one.readerChecks(),
        one.readerChecks(),
        0,
        0,
        0,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private Validity validity() {
    if (told.reader().checks() == 0 || told.writer().checks() == 0) {
      return new Validity(Verdict.INVALID, List.of("a thread made no type check"));
    }
    if (predictedNanoTime - told.startNanoTime() >= 0) {
      return new Validity(
          Verdict.INVALID, List.of("the measurement began before the prediction was stored"));
    }
    List<String> reasons = CheckedLoad.disturbed(kernel);
    return new Validity(reasons.isEmpty() ? Verdict.VALID : Verdict.SUSPECT, reasons);
  }
}
