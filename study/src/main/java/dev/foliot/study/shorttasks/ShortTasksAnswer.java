package dev.foliot.study.shorttasks;

import dev.foliot.stats.ArmComparison.Standing;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.ComparisonText;
import dev.foliot.study.JointQuestion;
import dev.foliot.study.StudyFigures;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The statements of short-tasks about CPU-only tasks, by the number of CPUs. */
final class ShortTasksAnswer {
  private ShortTasksAnswer() {}

  /** A load with the arms' results under it. */
  private record Load(String name, String where, String task, ComparisonText most) {
    /** The minimum distance of the last arm from the best. */
    double gap() {
      return most.arms().standing(Standing.BEHIND).stream()
          .mapToDouble(arm -> most.arms().beside(arm).distance())
          .max()
          .orElse(0);
    }
  }

  static JointQuestion.Part of(StudyFigures figures, Function<String, String> way) {
    List<Load> loads =
        IntStream.range(0, figures.study().steps().size())
            .mapToObj(step -> load(figures, step))
            .filter(load -> !load.most.arms().isEmpty())
            .toList();
    if (loads.isEmpty()) {
      return JointQuestion.Part.NOTHING;
    }
    List<Load> told = loads.stream().filter(load -> load.gap() > 0).toList();
    Load telling = told.stream().max(Comparator.comparingDouble(Load::gap)).orElse(null);
    List<String> answer = new ArrayList<>();
    answer.add(first(telling, told.size(), loads));
    Map<String, List<String>> byWhere = new LinkedHashMap<>();
    for (Load load : loads) {
      byWhere
          .computeIfAbsent(load.where, where -> new ArrayList<>())
          .add(load.task + load.most.jointRanking());
    }
    byWhere.forEach((where, words) -> answer.add(where + ": " + String.join(" | ", words)));
    return new JointQuestion.Part(
        clause(telling, told.size(), loads, way),
        answer,
        loads.stream().map(load -> load.name + ": " + load.most.spreads()).toList(),
        List.of());
  }

  private static Load load(StudyFigures figures, int index) {
    StudyStep step = figures.step(index);
    String app = step.app();
    Integer cpus = step.cpus();
    Long taskNs = step.taskNs();
    String name = step.name();
    return new Load(
        name,
        app == null ? name : Shown.text(app, 40) + cpus(cpus),
        taskNs == null || app == null ? "" : "tasks of " + Numbers.shortDuration(taskNs) + ", ",
        new ComparisonText(figures.at(index, Metric.THROUGHPUT), Numbers::rate));
  }

  private static String cpus(@Nullable Integer cpus) {
    return cpus == null ? "" : " on " + Numbers.count(cpus, "CPU");
  }

  private static String first(@Nullable Load telling, int told, List<Load> loads) {
    if (loads.stream().allMatch(load -> load.most.arms().ranked().size() == 1)) {
      return "there is one arm only, so nothing is compared";
    }
    if (loads.stream().allMatch(load -> load.most.arms().isUnknown())) {
      return "too few forks to tell: 4 of each arm are needed";
    }
    return telling == null
        ? "no arm is told from the best by more than 5 % under any of " + loads.size() + " loads"
        : "an arm is behind the best by more than 5 % under "
            + told
            + " of "
            + loads.size()
            + " loads, most of all under "
            + telling.name;
  }

  private static String clause(
      @Nullable Load telling, int told, List<Load> loads, Function<String, String> way) {
    if (telling != null) {
      return "for short tasks the ways differ most under "
          + telling.name
          + ", where "
          + telling.most.sentence("most is done by", "behind", way)
          + (told == loads.size()
              ? ""
              : " (under "
                  + (loads.size() - told)
                  + " of "
                  + loads.size()
                  + " loads none is told from the best by more than 5 %)");
    }
    Load first = loads.getFirst();
    return first.most.arms().ranked().size() == 1 || first.most.arms().isUnknown()
        ? "for short tasks, under "
            + first.name
            + ", "
            + first.most.sentence("most is done by", "behind", way)
        : "for short tasks no way is told from the best by more than 5 %,"
            + " under any of "
            + loads.size()
            + " loads";
  }
}
