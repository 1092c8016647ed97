package dev.foliot.report.study;

import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Units;
import dev.foliot.stats.Scalability;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What scaling says of more CPUs. */
final class ScalingAnswer {
  private final StudyView study;
  private final List<ArmView> arms;
  private final Function<ArmView, String> way;
  private final List<String> clauses = new ArrayList<>();
  private final List<String> answer = new ArrayList<>();
  private final List<String> evidence = new ArrayList<>();
  private final List<String> gaps = new ArrayList<>();

  private ScalingAnswer(StudyView study, List<ArmView> arms, Function<ArmView, String> way) {
    this.study = study;
    this.arms = arms;
    this.way = way;
  }

  static Said of(StudyView study, List<ArmView> arms, Function<ArmView, String> way) {
    ScalingAnswer all = new ScalingAnswer(study, arms, way);
    Set<@Nullable String> apps = new LinkedHashSet<>();
    study.study().steps().forEach(step -> apps.add(step.app()));
    apps.forEach(all::add);
    return all.answer.isEmpty()
        ? Said.nothing()
        : new Said(String.join(", ", all.clauses), all.answer, all.evidence, all.gaps);
  }

  /** What an arm gains from the fewest CPUs to the most. */
  private record Gain(ArmView arm, Ratio ratio) {}

  private void add(@Nullable String program) {
    List<LoadAxis.Place> places =
        LoadAxis.cpus(study, program).places().stream()
            .filter(place -> !standings(place).isEmpty())
            .toList();
    if (places.isEmpty()) {
      return;
    }
    String app = program == null ? "" : Foreign.text(program, 40) + ", ";
    LoadAxis.Place few = places.getFirst();
    LoadAxis.Place many = places.getLast();
    Standings most = standings(many);
    if (few.equals(many)) {
      gaps.add("what more CPUs give (" + app + "measured on " + cpus(many) + " only)");
      clauses.add(
          "on the only number of CPUs that was measured ("
              + app
              + cpus(many)
              + ") "
              + most.sentence("most is done by", way));
    } else {
      grown(app + "from " + Units.shortNumber(few.value()) + " to " + cpus(many), few, many);
    }
    answer.add(app + "on " + cpus(many) + ": " + most.words());
    for (LoadAxis.Place place : places) {
      evidence.add(study.stepName(place.step()) + ": " + standings(place).spreads());
    }
    if (!few.equals(many) && places.size() < Scalability.FEWEST_SIZES) {
      gaps.add(
          "how throughput grows beyond "
              + cpus(many)
              + " ("
              + app
              + "the law of scalability takes "
              + Scalability.FEWEST_SIZES
              + " numbers of CPUs, and "
              + places.size()
              + " were measured)");
    }
  }

  private void grown(String from, LoadAxis.Place few, LoadAxis.Place many) {
    List<Gain> gains = gains(few, many);
    if (gains.isEmpty()) {
      return;
    }
    answer.add(
        from
            + " throughput becomes "
            + String.join(
                ", ",
                gains.stream().map(gain -> gain.arm.name() + " " + gain.ratio.times()).toList()));
    Standings most = standings(many);
    clauses.add(
        "with more CPUs ("
            + from
            + ") throughput becomes "
            + gained(gains.getFirst())
            + (gains.size() == 1 ? "" : " to " + gained(gains.getLast()))
            + (most.behind().isEmpty()
                ? ""
                : ", and on " + cpus(many) + " " + most.sentence("most is done by", way)));
  }

  /** Whoever gains most first. */
  private List<Gain> gains(LoadAxis.Place few, LoadAxis.Place many) {
    List<Gain> gains = new ArrayList<>();
    for (ArmView arm : arms) {
      List<Double> little = study.values(arm, few.step(), StudyMeasure.THROUGHPUT);
      List<Double> much = study.values(arm, many.step(), StudyMeasure.THROUGHPUT);
      if (!little.isEmpty() && !much.isEmpty()) {
        gains.add(new Gain(arm, Ratio.of(much, little)));
      }
    }
    gains.sort(Comparator.comparingDouble((Gain gain) -> -gain.ratio.estimate()));
    return gains;
  }

  private Standings standings(LoadAxis.Place place) {
    return Standings.of(study, arms, place.step(), StudyMeasure.THROUGHPUT);
  }

  private String gained(Gain gain) {
    return gain.ratio.times() + " for " + way.apply(gain.arm);
  }

  private static String cpus(LoadAxis.Place place) {
    return Units.count((long) place.value(), "CPU").replace('\u00a0', ' ');
  }
}
