package dev.foliot.study.throughput;

import dev.foliot.stats.ArmComparison;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.ComparisonText;
import dev.foliot.study.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** What throughput answers. Pure. */
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
    String answer = null;
    for (int step : ascending(figures.study().steps())) {
      ComparisonText here = perS(step);
      if (!here.arms().isEmpty()) {
        String name = figures.step(step).name();
        evidence.add(name + ": " + here.spreads());
        boolean isApart = !here.arms().standing(ArmComparison.Standing.BEHIND).isEmpty();
        if (answer == null && isApart) {
          // of what is beyond it nothing is said: arms that part may meet again
          answer = "first at " + name + ": " + here.ahead();
        }
      }
    }
    return new StudyAnswer(
        "At which load do the arms part?",
        answer == null
            ? "at none that was tried, as far as these forks can tell (4 of each arm and load are"
                + " needed to tell)"
            : answer,
        String.join(" | ", evidence));
  }

  /** The loads as the page has them: the least first; in the study's order if of two kinds. */
  static List<Integer> ascending(List<StudyStep> loads) {
    List<Integer> order = IntStream.range(0, loads.size()).boxed().toList();
    return loads.stream().map(StudyStep::loop).distinct().count() > 1
        ? order
        : order.stream()
            .sorted(Comparator.comparingDouble((Integer step) -> size(loads.get(step))))
            .toList();
  }

  private static double size(StudyStep load) {
    Integer clients = load.clients();
    Double perS = load.ratePerS();
    return clients != null ? clients : perS != null ? perS : 0;
  }
}
