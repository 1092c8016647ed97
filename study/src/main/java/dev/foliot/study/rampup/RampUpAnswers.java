package dev.foliot.study.rampup;

import dev.foliot.stats.ArmComparison;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.ComparisonText;
import dev.foliot.study.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/** The answers of ramp-up. Pure. */
final class RampUpAnswers {
  private static final double SHARE = 0.95;

  private final StudyFigures figures;

  RampUpAnswers(StudyFigures figures) {
    this.figures = figures;
  }

  List<StudyAnswer> all() {
    ArmComparison peaks = figures.at(0, Metric.PEAK);
    String ownQuestion = "How long does each arm take to 95 % of its own peak?";
    if (peaks.isEmpty()) {
      return List.of(new StudyAnswer(ownQuestion, "nothing is known: no fork counts", "no forks"));
    }
    ComparisonText own = new ComparisonText(figures.at(0, Metric.TIME_TO_95), RampUp::seconds);
    ComparisonText ofPeaks = new ComparisonText(peaks, Numbers::rate);
    return List.of(
        first(peaks),
        new StudyAnswer(
            ownQuestion,
            own.arms().isEmpty() ? "no arm reached it" : own.medians(),
            "medians (least to greatest): " + own.spreads()),
        new StudyAnswer(
            "Whose peak is the highest?",
            ofPeaks.ahead(),
            "medians (least to greatest): " + ofPeaks.spreads()));
  }

  /**
   * The time to an arm's own peak favours arms with a low peak. So all are compared with the best.
   */
  private StudyAnswer first(ArmComparison peaks) {
    double level = SHARE * peaks.median(peaks.best());
    Map<String, List<Double>> times = new LinkedHashMap<>();
    List<String> slow = new ArrayList<>();
    for (String arm : figures.arms()) {
      List<OptionalDouble> all =
          figures.points(arm).stream().map(point -> ramp(point).secondsTo(level)).toList();
      if (all.stream().allMatch(OptionalDouble::isPresent)) {
        times.put(arm, all.stream().map(OptionalDouble::getAsDouble).toList());
      } else {
        long there = all.stream().filter(OptionalDouble::isPresent).count();
        slow.add(
            there == 0
                ? arm + " never gets there"
                : arm + " gets there in " + there + " of " + all.size() + " forks");
      }
    }
    ArmComparison there =
        new ArmComparison(times, ArmComparison.Better.LOW, ArmComparison.By.DIFFERENCE, 0);
    List<String> sentences = new ArrayList<>(sentences(there));
    sentences.addAll(slow);
    return new StudyAnswer(
        "Who is first at 95 % of the highest peak?",
        String.join("; ", sentences),
        "the level is "
            + Numbers.rate(level)
            + "; medians (least to greatest): "
            + (there.isEmpty() ? "none" : new ComparisonText(there, RampUp::seconds).spreads()));
  }

  private static List<String> sentences(ArmComparison times) {
    List<String> sentences = new ArrayList<>();
    if (times.isEmpty()) {
      sentences.add("no arm gets there in all its forks");
      return sentences;
    }
    sentences.add(after(times, times.best()));
    for (String arm : times.others()) {
      ArmComparison.Shift later = times.beside(arm);
      String by =
          RampUp.seconds(later.estimate()) + " (" + RampUp.range(later.low(), later.high()) + ")";
      sentences.add(
          after(times, arm)
              + (!later.isBounded()
                  ? ", undecided whether later: too few forks (4 of each arm are needed)"
                  : later.isApart(0) ? ", later by " + by : ", not told apart: later by " + by));
    }
    return sentences;
  }

  private static String after(ArmComparison times, String arm) {
    return arm + " after " + RampUp.seconds(times.median(arm));
  }

  private Ramp ramp(StudyPoint point) {
    StudyStep step = figures.step(point.step());
    return Ramp.of(
        figures.course(point).intervals(),
        step.durationNs(),
        Objects.requireNonNullElse(step.delayNs(), 0L));
  }
}
