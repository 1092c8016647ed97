package dev.foliot.study.throughput;

import dev.foliot.judgement.ArmsByLoad;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.study.ComparisonText;
import dev.foliot.study.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The answers of throughput. Pure. */
final class ThroughputAnswers {
  private final StudyFigures figures;

  ThroughputAnswers(StudyFigures figures) {
    this.figures = figures;
  }

  List<StudyAnswer> all() {
    int top = figures.busiest();
    ComparisonText most = perS(top);
    String question = "Which arm answers most?";
    if (most.arms().isEmpty()) {
      return List.of(new StudyAnswer(question, "nothing is known: no fork counts", "no forks"));
    }
    String at = figures.step(top).name();
    ComparisonText perCpu =
        new ComparisonText(
            figures.at(top, Metric.PER_CPU),
            perCpuS -> Numbers.fixed(perCpuS, 0) + " per CPU-second");
    List<StudyAnswer> answers = new ArrayList<>();
    answers.add(parting());
    answers.add(
        new StudyAnswer(
            question,
            "at " + at + ", where throughput is highest: " + most.ahead(),
            "medians (least to greatest): " + most.spreads()));
    if (!perCpu.arms().isEmpty()) {
      answers.add(
          new StudyAnswer(
              "How many transactions does a CPU-second of the service give?",
              "at " + at + ": " + perCpu.ahead(),
              "medians (least to greatest): " + perCpu.spreads()));
    }
    return answers;
  }

  private ComparisonText perS(int step) {
    return new ComparisonText(figures.at(step, Metric.THROUGHPUT), Numbers::rate);
  }

  private StudyAnswer parting() {
    List<String> evidence = new ArrayList<>();
    for (int step : ArmsByLoad.ascending(figures.study().steps())) {
      ComparisonText here = perS(step);
      if (!here.arms().isEmpty()) {
        evidence.add(figures.step(step).name() + ": " + here.spreads());
      }
    }
    OptionalInt first = ArmsByLoad.parting(figures.study());
    // no statement beyond it: arms that separate may meet again
    return new StudyAnswer(
        "At which load do the arms part?",
        first.isPresent()
            ? "first at "
                + figures.step(first.getAsInt()).name()
                + ": "
                + perS(first.getAsInt()).ahead()
            : "at none that was tried, as far as these forks can tell (4 of each arm and load are"
                + " needed to tell)",
        String.join(" | ", evidence));
  }
}
