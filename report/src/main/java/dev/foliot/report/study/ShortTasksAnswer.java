package dev.foliot.report.study;

import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Units;
import dev.foliot.store.StudyStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What short-tasks says of tasks that only need a CPU, by the number of CPUs. */
final class ShortTasksAnswer {
  private ShortTasksAnswer() {}

  /** A load with what the arms do under it. */
  private record Load(String name, String where, String task, Standings most) {
    /** How far the arm that is furthest behind is from the best, at least. */
    double gap() {
      return most.behind().stream().mapToDouble(arm -> most.beside(arm).distance()).max().orElse(0);
    }
  }

  static Said of(StudyView study, List<ArmView> arms, Function<ArmView, String> way) {
    List<Load> loads =
        IntStream.range(0, study.study().steps().size())
            .mapToObj(step -> load(study, arms, step))
            .filter(load -> !load.most.isEmpty())
            .toList();
    if (loads.isEmpty()) {
      return Said.nothing();
    }
    List<Load> told = loads.stream().filter(load -> load.gap() > 0).toList();
    Load telling = told.stream().max(Comparator.comparingDouble(Load::gap)).orElse(null);
    List<String> answer = new ArrayList<>();
    answer.add(first(telling, told.size(), loads));
    Map<String, List<String>> byWhere = new LinkedHashMap<>();
    for (Load load : loads) {
      byWhere
          .computeIfAbsent(load.where, where -> new ArrayList<>())
          .add(load.task + load.most.words());
    }
    byWhere.forEach((where, words) -> answer.add(where + ": " + String.join(" | ", words)));
    return new Said(
        clause(telling, told.size(), loads, way),
        answer,
        loads.stream().map(load -> load.name + ": " + load.most.spreads()).toList(),
        List.of());
  }

  private static Load load(StudyView study, List<ArmView> arms, int index) {
    StudyStep step = study.step(index);
    String app = step.app();
    Integer cpus = step.cpus();
    Long taskNs = step.taskNs();
    String name = study.stepName(index);
    return new Load(
        name,
        app == null ? name : Foreign.text(app, 40) + cpus(cpus),
        taskNs == null || app == null
            ? ""
            : "tasks of " + Units.shortDuration((double) taskNs).replace('\u00a0', ' ') + ", ",
        Standings.of(study, arms, index, StudyMeasure.THROUGHPUT));
  }

  private static String cpus(@Nullable Integer cpus) {
    return cpus == null ? "" : " on " + Units.count(cpus, "CPU").replace('\u00a0', ' ');
  }

  private static String first(@Nullable Load telling, int told, List<Load> loads) {
    if (loads.stream().allMatch(load -> load.most.ranked().size() == 1)) {
      return "there is one arm only, so nothing is compared";
    }
    if (loads.stream().allMatch(load -> load.most.isUnknown())) {
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
      @Nullable Load telling, int told, List<Load> loads, Function<ArmView, String> way) {
    if (telling != null) {
      return "for short tasks the ways differ most under "
          + telling.name
          + ", where "
          + telling.most.sentence("most is done by", way)
          + (told == loads.size()
              ? ""
              : " (under "
                  + (loads.size() - told)
                  + " of "
                  + loads.size()
                  + " loads none is told from the best by more than 5 %)");
    }
    Load first = loads.getFirst();
    return first.most.ranked().size() == 1 || first.most.isUnknown()
        ? "for short tasks, under "
            + first.name
            + ", "
            + first.most.sentence("most is done by", way)
        : "for short tasks no way is told from the best by more than 5 %,"
            + " under any of "
            + loads.size()
            + " loads";
  }
}
