package dev.foliot.study.throughput;

import dev.foliot.judgement.ArmsByLoad;
import dev.foliot.store.study.Metric;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.ComparisonText.Claim;
import dev.foliot.study.answer.JointQuestion;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The statements of throughput about a steady load, from the least to the greatest. */
final class SteadyAnswer {
  private SteadyAnswer() {}

  /** A load with the arms' results under it. */
  private record Load(String name, ComparisonText most, int step) {
    double best() {
      return most.arms().median(most.arms().best());
    }
  }

  static JointQuestion.Part of(StudyFigures figures, ArmNames names) {
    List<Load> loads =
        ArmsByLoad.ascending(figures.study().steps()).stream()
            .map(step ->
                new Load(
                    figures.step(step).name(),
                    new ComparisonText(
                        figures.at(step, Metric.THROUGHPUT),
                        Numbers::rate,
                        Claim.ANSWERS,
                        names,
                        "at " + figures.step(step).name()),
                    step))
            .filter(load -> !load.most.arms().isEmpty())
            .toList();
    Basis basis = Basis.ofAll(figures, Metric.THROUGHPUT, Metric.PER_CPU);
    if (loads.isEmpty()) {
      return JointQuestion.Part.nothing(basis);
    }
    Load top = top(loads);
    ComparisonText perCpu =
        new ComparisonText(
            figures.at(top.step, Metric.PER_CPU),
            Numbers::number,
            Claim.PER_CPU,
            names,
            "at " + top.name);
    List<String> answer = new ArrayList<>(List.of(differ(figures, loads)));
    answer.addAll(top.most.sentences());
    List<String> evidence = new ArrayList<>();
    loads.forEach(load -> evidence.add(load.name + ": " + load.most.spreads()));
    if (!perCpu.arms().isEmpty()) {
      answer.addAll(perCpu.sentences());
      evidence.add("per CPU-second at " + top.name + ": " + perCpu.spreads());
    }
    return new JointQuestion.Part(
        top.most.at("under steady load, at " + top.name).headline(Metric.THROUGHPUT),
        answer,
        evidence,
        List.of(),
        basis);
  }

  /** Where throughput is highest, as the study's own answer has it. */
  private static Load top(List<Load> loads) {
    Load top = loads.getFirst();
    for (Load load : loads) {
      if (load.best() > top.best()) {
        top = load;
      }
    }
    return top;
  }

  private static String differ(StudyFigures figures, List<Load> loads) {
    if (loads.stream().allMatch(load -> load.most.arms().ranked().size() == 1)) {
      return "There is one arm only, so nothing is compared.";
    }
    if (loads.stream().allMatch(load -> load.most.arms().isUnknown())) {
      return ComparisonText.tooFewForks();
    }
    OptionalInt first = ArmsByLoad.parting(figures.study());
    return first.isEmpty()
        ? loads.size() == 1
            ? "No arm differs significantly."
            : "No arm differs significantly under any of " + loads.size() + " loads."
        : "The arms first differ at " + figures.step(first.getAsInt()).name() + ".";
  }
}
