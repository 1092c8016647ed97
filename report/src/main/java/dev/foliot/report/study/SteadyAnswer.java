package dev.foliot.report.study;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What throughput says of a steady load, from the least to the greatest. */
final class SteadyAnswer {
  private SteadyAnswer() {}

  /** A load with what the arms do under it. */
  private record Load(String name, Standings most, int step) {}

  static Said of(StudyView study, List<ArmView> arms, Function<ArmView, String> way) {
    List<Load> loads =
        LoadAxis.load(study).places().stream()
            .map(LoadAxis.Place::step)
            .map(step ->
                new Load(
                    study.stepName(step),
                    Standings.of(study, arms, step, StudyMeasure.THROUGHPUT),
                    step))
            .filter(load -> !load.most.isEmpty())
            .toList();
    if (loads.isEmpty()) {
      return Said.nothing();
    }
    Load parting =
        loads.stream().filter(load -> !load.most.behind().isEmpty()).findFirst().orElse(null);
    Load top = top(loads);
    Standings perCpu = Standings.of(study, arms, top.step, StudyMeasure.PER_CPU);
    List<String> answer = new ArrayList<>();
    answer.add(parting(parting, loads));
    loads.forEach(load -> answer.add(load.name + ": " + load.most.words()));
    String clause =
        "under steady load "
            + (parting == null
                ? "at " + top.name + " "
                : "the ways part first at "
                    + parting.name
                    + (parting.equals(top) ? ", where " : ", and at " + top.name + " "))
            + top.most.sentence("most is answered by", way);
    if (!perCpu.isEmpty()) {
      answer.add("per CPU-second of the service, at " + top.name + ": " + perCpu.words());
      clause += ", per CPU-second " + perCpu.sentence("most is answered by", way);
    }
    List<String> evidence = new ArrayList<>();
    loads.forEach(load -> evidence.add(load.name + ": " + load.most.spreads()));
    if (!perCpu.isEmpty()) {
      evidence.add("per CPU-second at " + top.name + ": " + perCpu.spreads());
    }
    return new Said(clause, answer, evidence, List.of());
  }

  /** Where throughput is highest, as the study's own verdict has it. */
  private static Load top(List<Load> loads) {
    Load top = loads.getFirst();
    for (Load load : loads) {
      if (load.most.median(load.most.best()) > top.most.median(top.most.best())) {
        top = load;
      }
    }
    return top;
  }

  private static String parting(@Nullable Load parting, List<Load> loads) {
    if (loads.stream().allMatch(load -> load.most.ranked().size() == 1)) {
      return "there is one arm only, so nothing is compared";
    }
    if (loads.stream().allMatch(load -> load.most.isUnknown())) {
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
