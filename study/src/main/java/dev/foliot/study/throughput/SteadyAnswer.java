package dev.foliot.study.throughput;

import dev.foliot.judgement.ArmsByLoad;
import dev.foliot.store.study.Metric;
import dev.foliot.study.ComparisonText;
import dev.foliot.study.JointQuestion;
import dev.foliot.study.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The statements of throughput about a steady load, from the least to the greatest. */
final class SteadyAnswer {
  private SteadyAnswer() {}

  /** A load with the arms' results under it. */
  private record Load(String name, ComparisonText most, int step) {
    double best() {
      return most.arms().median(most.arms().best());
    }
  }

  static JointQuestion.Part of(StudyFigures figures, Function<String, String> way) {
    List<Load> loads =
        ArmsByLoad.ascending(figures.study().steps()).stream()
            .map(step ->
                new Load(
                    figures.step(step).name(),
                    new ComparisonText(figures.at(step, Metric.THROUGHPUT), Numbers::rate),
                    step))
            .filter(load -> !load.most.arms().isEmpty())
            .toList();
    if (loads.isEmpty()) {
      return JointQuestion.Part.NOTHING;
    }
    OptionalInt first = ArmsByLoad.parting(figures.study());
    Load parting =
        loads.stream()
            .filter(load -> first.isPresent() && load.step == first.getAsInt())
            .findFirst()
            .orElse(null);
    Load top = top(loads);
    ComparisonText perCpu =
        new ComparisonText(figures.at(top.step, Metric.PER_CPU), Numbers::number);
    List<String> answer = new ArrayList<>();
    answer.add(parting(parting, loads));
    loads.forEach(load -> answer.add(load.name + ": " + load.most.jointRanking()));
    String clause =
        "under steady load "
            + (parting == null
                ? "at " + top.name + " "
                : "the ways part first at "
                    + parting.name
                    + (parting.equals(top) ? ", where " : ", and at " + top.name + " "))
            + top.most.sentence("most is answered by", "behind", way);
    if (!perCpu.arms().isEmpty()) {
      answer.add("per CPU-second of the service, at " + top.name + ": " + perCpu.jointRanking());
      clause += ", per CPU-second " + perCpu.sentence("most is answered by", "behind", way);
    }
    List<String> evidence = new ArrayList<>();
    loads.forEach(load -> evidence.add(load.name + ": " + load.most.spreads()));
    if (!perCpu.arms().isEmpty()) {
      evidence.add("per CPU-second at " + top.name + ": " + perCpu.spreads());
    }
    return new JointQuestion.Part(clause, answer, evidence, List.of());
  }

  /** The load with the highest throughput, as in the study's own verdict. */
  private static Load top(List<Load> loads) {
    Load top = loads.getFirst();
    for (Load load : loads) {
      if (load.best() > top.best()) {
        top = load;
      }
    }
    return top;
  }

  private static String parting(@Nullable Load parting, List<Load> loads) {
    if (loads.stream().allMatch(load -> load.most.arms().ranked().size() == 1)) {
      return "there is one arm only, so nothing is compared";
    }
    if (loads.stream().allMatch(load -> load.most.arms().isUnknown())) {
      return "too few forks to tell at which load the arms part: 4 of each arm are needed";
    }
    return parting == null
        ? "no arm is told from the best by more than 5 % under any of "
            + loads.size()
            + " loads, "
            + loads.getFirst().name
            + " to "
            + loads.getLast().name
        : "the arms part first at " + parting.name;
  }
}
