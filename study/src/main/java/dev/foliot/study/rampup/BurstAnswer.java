package dev.foliot.study.rampup;

import dev.foliot.stats.ArmComparison;
import dev.foliot.stats.ArmComparison.Standing;
import dev.foliot.store.study.Metric;
import dev.foliot.study.ComparisonText;
import dev.foliot.study.JointQuestion;
import dev.foliot.study.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The statements of ramp-up about a burst of waiting requests: which arms sustain it, and which is
 * first.
 */
final class BurstAnswer {
  private BurstAnswer() {}

  static JointQuestion.Part of(StudyFigures figures, Function<String, String> way) {
    int step = figures.busiest();
    ComparisonText peaks = new ComparisonText(figures.at(step, Metric.PEAK), Numbers::rate);
    if (peaks.arms().isEmpty()) {
      return JointQuestion.Part.NOTHING;
    }
    // the time to an arm's own peak favours arms with a low peak
    List<String> carrying = new ArrayList<>(peaks.arms().ranked());
    carrying.removeAll(peaks.arms().standing(Standing.BEHIND));
    carrying.removeAll(peaks.arms().standing(Standing.TOO_FEW));
    ArmComparison times =
        figures
            .of(peaks.arms().isUnknown() ? List.of() : carrying)
            .differences(step, Metric.TIME_TO_95, 0);
    List<String> answer = new ArrayList<>();
    answer.add("peak throughput: " + peaks.jointRanking());
    List<String> evidence = new ArrayList<>(List.of("peaks: " + peaks.spreads()));
    String clause =
        "when a burst of requests has to wait, "
            + peaks.sentence("the highest peak is that of", "behind", way);
    if (!times.isEmpty()) {
      answer.add("at 95 % of its own peak: " + times(times, Function.identity()));
      evidence.add(
          "times to 95 % of the own peak: " + new ComparisonText(times, RampUp::seconds).spreads());
      clause += ", at 95 % of their own peaks " + times(times, way);
    }
    return new JointQuestion.Part(clause, answer, evidence, List.of());
  }

  private static String times(ArmComparison times, Function<String, String> name) {
    List<String> words = new ArrayList<>();
    for (String arm : times.ranked()) {
      String after = name.apply(arm) + " after " + RampUp.seconds(times.median(arm));
      words.add(arm.equals(times.best()) ? after : after + later(times.beside(arm)));
    }
    return String.join(", ", words);
  }

  private static String later(ArmComparison.Shift shift) {
    if (!shift.isBounded()) {
      return " (too few forks to tell whether later)";
    }
    return (shift.low() > 0 ? " (later by " : " (not told apart, ")
        + RampUp.seconds(shift.estimate())
        + ", "
        + RampUp.range(shift.low(), shift.high())
        + ")";
  }
}
