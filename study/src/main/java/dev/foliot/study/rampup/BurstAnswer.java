package dev.foliot.study.rampup;

import dev.foliot.stats.ArmComparison;
import dev.foliot.store.study.Metric;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.JointQuestion;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** What ramp-up says of a burst of requests that wait: who sustains it, and who is there first. */
final class BurstAnswer {
  private BurstAnswer() {}

  static JointQuestion.Part of(StudyFigures figures, ArmNames names) {
    int step = figures.busiest();
    ArmComparison plateaus = figures.at(step, Metric.PLATEAU);
    if (plateaus.isEmpty()) {
      return JointQuestion.Part.nothing(Basis.of(figures, step, Metric.PLATEAU));
    }
    ComparisonText sustained =
        new ComparisonText(plateaus, Numbers::rate, ComparisonText.Claim.SUSTAINS, names);
    FirstThere first = FirstThere.of(figures, step, names);
    List<String> answer = new ArrayList<>(first.sentences());
    answer.addAll(sustained.sentences());
    return new JointQuestion.Part(
        first.headline("in a burst of requests that wait"),
        answer,
        List.of(
            "times to full throughput: " + (first.times().isEmpty() ? "none" : first.spreads()),
            "sustained: " + sustained.spreads()),
        List.of(),
        Basis.of(figures, step, Metric.PLATEAU));
  }
}
