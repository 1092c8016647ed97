package dev.foliot.study.scaling;

import dev.foliot.stats.ArmComparison;
import dev.foliot.stats.ArmComparison.Standing;
import dev.foliot.stats.Scalability;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.ComparisonText;
import dev.foliot.study.JointQuestion;
import dev.foliot.study.StudyFigures;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The statements of scaling about more CPUs. */
final class ScalingAnswer {
  private final StudyFigures figures;
  private final Function<String, String> way;
  private final List<String> clauses = new ArrayList<>();
  private final List<String> answer = new ArrayList<>();
  private final List<String> evidence = new ArrayList<>();
  private final List<String> gaps = new ArrayList<>();

  private ScalingAnswer(StudyFigures figures, Function<String, String> way) {
    this.figures = figures;
    this.way = way;
  }

  static JointQuestion.Part of(StudyFigures figures, Function<String, String> way) {
    ScalingAnswer all = new ScalingAnswer(figures, way);
    Set<@Nullable String> apps = new LinkedHashSet<>();
    figures.study().steps().forEach(step -> apps.add(step.app()));
    apps.forEach(all::add);
    return all.answer.isEmpty()
        ? JointQuestion.Part.NOTHING
        : new JointQuestion.Part(
            String.join(", ", all.clauses), all.answer, all.evidence, all.gaps);
  }

  /** An arm's gain from the fewest CPUs to the most. */
  private record Gain(String arm, ArmComparison.Shift ratio) {}

  private void add(@Nullable String program) {
    List<Place> places =
        places(program).stream().filter(place -> !most(place).arms().isEmpty()).toList();
    if (places.isEmpty()) {
      return;
    }
    String app = program == null ? "" : Shown.text(program, 40) + ", ";
    Place few = places.getFirst();
    Place many = places.getLast();
    ComparisonText most = most(many);
    if (few.equals(many)) {
      gaps.add("what more CPUs give (" + app + "measured on " + cpus(many) + " only)");
      clauses.add(
          "on the only number of CPUs that was measured ("
              + app
              + cpus(many)
              + ") "
              + most.sentence("most is done by", "behind", way));
    } else {
      grown(app + "from " + few.cpus + " to " + cpus(many), few, many);
    }
    answer.add(app + "on " + cpus(many) + ": " + most.jointRanking());
    for (Place place : places) {
      evidence.add(figures.step(place.step).name() + ": " + most(place).spreads());
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

  private void grown(String from, Place few, Place many) {
    List<Gain> gains = gains(few, many);
    if (gains.isEmpty()) {
      return;
    }
    answer.add(
        from
            + " throughput becomes "
            + String.join(
                ", ",
                gains.stream()
                    .map(gain -> gain.arm + " " + ComparisonText.times(gain.ratio))
                    .toList()));
    ComparisonText most = most(many);
    clauses.add(
        "with more CPUs ("
            + from
            + ") throughput becomes "
            + gained(gains.getFirst())
            + (gains.size() == 1 ? "" : " to " + gained(gains.getLast()))
            + (most.arms().standing(Standing.BEHIND).isEmpty()
                ? ""
                : ", and on "
                    + cpus(many)
                    + " "
                    + most.sentence("most is done by", "behind", way)));
  }

  /** The largest gain first. */
  private List<Gain> gains(Place few, Place many) {
    List<Gain> gains = new ArrayList<>();
    for (String arm : figures.arms()) {
      List<Double> little = perS(arm, few.step);
      List<Double> much = perS(arm, many.step);
      if (!little.isEmpty() && !much.isEmpty()) {
        ArmComparison both =
            new ArmComparison(Map.of("few", little, "many", much), ArmComparison.Better.HIGH);
        gains.add(new Gain(arm, both.ratio("many", "few")));
      }
    }
    gains.sort(Comparator.comparingDouble((Gain gain) -> -gain.ratio.estimate()));
    return gains;
  }

  private List<Double> perS(String arm, int step) {
    return figures.points(arm).stream()
        .filter(point -> point.step() == step)
        .map(StudyPoint::throughputPerS)
        .toList();
  }

  private ComparisonText most(Place place) {
    return new ComparisonText(figures.at(place.step, Metric.THROUGHPUT), Numbers::rate);
  }

  /** A load on some CPUs. */
  private record Place(int step, int cpus) {}

  /** The loads of a program with a number of CPUs, the fewest first. */
  private List<Place> places(@Nullable String program) {
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < figures.study().steps().size(); i++) {
      StudyStep step = figures.step(i);
      Integer cpus = step.cpus();
      if (Objects.equals(step.app(), program) && cpus != null && cpus > 0) {
        places.add(new Place(i, cpus));
      }
    }
    places.sort(Comparator.comparingInt(Place::cpus));
    return places;
  }

  private String gained(Gain gain) {
    return ComparisonText.times(gain.ratio) + " for " + way.apply(gain.arm);
  }

  private static String cpus(Place place) {
    return Numbers.count(place.cpus, "CPU");
  }
}
