package dev.foliot.study.shorttasks;

import dev.foliot.stats.ArmComparison.Standing;
import dev.foliot.store.study.Metric;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.ComparisonText.Claim;
import dev.foliot.study.answer.Headline;
import dev.foliot.study.answer.JointQuestion;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The statements of short-tasks about CPU-only tasks, by the number of CPUs. */
final class ShortTasksAnswer {
  private ShortTasksAnswer() {}

  /** A load with the arms' results under it. */
  private record Load(String name, ComparisonText most) {
    /** The minimum distance of the last arm from the best. */
    double gap() {
      return most.arms().standing(Standing.BEHIND).stream()
          .mapToDouble(arm -> most.arms().beside(arm).distance())
          .max()
          .orElse(0);
    }
  }

  static JointQuestion.Part of(StudyFigures figures, ArmNames names) {
    Basis basis = Basis.ofAll(figures, Metric.THROUGHPUT);
    List<Load> loads =
        IntStream.range(0, figures.study().steps().size())
            .mapToObj(step ->
                new Load(
                    figures.step(step).name(),
                    new ComparisonText(
                        figures.at(step, Metric.THROUGHPUT),
                        Numbers::rate,
                        Claim.TASKS,
                        names,
                        "under " + figures.step(step).name())))
            .filter(load -> !load.most.arms().isEmpty())
            .toList();
    if (loads.isEmpty()) {
      return JointQuestion.Part.nothing(basis);
    }
    List<Load> differing = loads.stream().filter(load -> load.gap() > 0).toList();
    Load most = differing.stream().max(Comparator.comparingDouble(Load::gap)).orElse(null);
    List<String> answer = new ArrayList<>(List.of(first(most, differing.size(), loads)));
    loads.forEach(load -> answer.add(load.most.headline()));
    return new JointQuestion.Part(
        headline(most, loads),
        answer,
        loads.stream().map(load -> load.name + ": " + load.most.spreads()).toList(),
        List.of(),
        basis);
  }

  private static String first(@Nullable Load most, int differing, List<Load> loads) {
    if (loads.stream().allMatch(load -> load.most.arms().ranked().size() == 1)) {
      return "There is one arm only, so nothing is compared.";
    }
    if (loads.stream().allMatch(load -> load.most.arms().isUnknown())) {
      return ComparisonText.tooFewForks();
    }
    return most == null
        ? alike(loads)
        : "Arms differ by more than 5 % under "
            + differing
            + " of "
            + loads.size()
            + " loads, most under "
            + most.name
            + ".";
  }

  private static Headline headline(@Nullable Load most, List<Load> loads) {
    if (most != null) {
      return most.most.at("with short tasks, under " + most.name).headline(Metric.THROUGHPUT);
    }
    Load first = loads.getFirst();
    return first.most.arms().ranked().size() == 1 || first.most.arms().isUnknown()
        ? first.most.at("with short tasks, under " + first.name).headline(Metric.THROUGHPUT)
        : Headline.of("With short tasks: " + alike(loads));
  }

  private static String alike(List<Load> loads) {
    return loads.size() == 1
        ? "No arm differs significantly."
        : "No arm differs significantly under any of " + loads.size() + " loads.";
  }
}
