package dev.foliot.study.scaling;

import dev.foliot.judgement.ScalingCurve;
import dev.foliot.judgement.SpeedUp;
import dev.foliot.judgement.answer.FigureList;
import dev.foliot.stats.ArmComparison;
import dev.foliot.stats.Scalability;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.ComparisonText.Claim;
import dev.foliot.study.answer.Headline;
import dev.foliot.study.answer.JointQuestion;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The statements of scaling about more CPUs. */
final class ScalingAnswer {
  private final StudyFigures figures;
  private final ArmNames names;
  private final List<Headline> headlines = new ArrayList<>();
  private final List<String> answer = new ArrayList<>();
  private final List<String> evidence = new ArrayList<>();
  private final List<String> gaps = new ArrayList<>();

  private ScalingAnswer(StudyFigures figures, ArmNames names) {
    this.figures = figures;
    this.names = names;
  }

  static JointQuestion.Part of(StudyFigures figures, ArmNames names) {
    ScalingAnswer all = new ScalingAnswer(figures, names);
    Basis basis = Basis.ofAll(figures, Metric.THROUGHPUT);
    Set<@Nullable String> apps = new LinkedHashSet<>();
    figures.study().steps().forEach(step -> apps.add(step.varied().app()));
    apps.forEach(all::add);
    return all.answer.isEmpty()
        ? JointQuestion.Part.nothing(basis)
        : new JointQuestion.Part(
            Headline.joined(all.headlines), all.answer, all.evidence, all.gaps, basis);
  }

  /** An arm's gain from the fewest CPUs to the most. */
  private record Gain(String arm, SpeedUp speedUp) {}

  private void add(@Nullable String program) {
    List<Place> places =
        places(program).stream().filter(place -> !most(place).arms().isEmpty()).toList();
    if (places.isEmpty()) {
      return;
    }
    String app = program == null ? "" : " (" + Shown.text(program, 40) + ")";
    Place few = places.getFirst();
    Place many = places.getLast();
    ComparisonText most = most(many).at("on " + cpus(many) + app);
    if (few.equals(many)) {
      gaps.add("what more CPUs give" + app + ", measured on " + cpus(many) + " only");
      headlines.add(most.headline(Metric.THROUGHPUT));
    } else {
      grown("from " + few.cpus + " to " + cpus(many) + app, few, many);
    }
    answer.addAll(most.sentences());
    for (Place place : places) {
      evidence.add(figures.step(place.step).name() + ": " + most(place).spreads());
    }
    if (!few.equals(many) && places.size() < Scalability.FEWEST_SIZES) {
      gaps.add(
          "how throughput grows beyond "
              + cpus(many)
              + app
              + ", since the scalability law needs "
              + Scalability.FEWEST_SIZES
              + " numbers of CPUs and "
              + places.size()
              + " were measured");
    }
  }

  private void grown(String from, Place few, Place many) {
    List<Gain> gains = new ArrayList<>();
    for (Gain gain : gains(few, many)) {
      if (gain.speedUp.isImpossible()) {
        gaps.add(
            "what more CPUs give "
                + names.of(gain.arm).text()
                + ", since "
                + gain.speedUp.refusal());
      } else {
        gains.add(gain);
      }
    }
    if (gains.isEmpty()) {
      return;
    }
    for (Gain gain : gains) {
      answer.add(
          ArmNames.sentence(
              from
                  + ", "
                  + names.of(gain.arm).does("reach")
                  + " "
                  + (gain.speedUp.isFull()
                      ? all(gain)
                      : ComparisonText.times(gain.speedUp.ratio(), "the throughput"))));
    }
    Gain most = gains.getFirst();
    Gain least = gains.getLast();
    FigureList ratios = new FigureList();
    String words =
        from
            + ", "
            + names.of(most.arm).does("reach")
            + " "
            + (most.speedUp.isFull() ? all(most) : times(most, ratios) + " the throughput")
            + (gains.size() == 1
                ? ""
                : " and "
                    + names.of(least.arm).text()
                    + " "
                    + (least.speedUp.isFull() ? all(least) : times(least, ratios)));
    headlines.add(Headline.of(ArmNames.sentence(words), ratios));
  }

  private static String times(Gain gain, FigureList ratios) {
    ArmComparison.Shift ratio = gain.speedUp.ratio();
    return ratios.add(
        ComparisonText.figure(
            "ratio of " + gain.arm, "ratio", ratio, Numbers.times(ratio.estimate())));
  }

  private static String all(Gain gain) {
    return "all that the CPUs can give, "
        + Numbers.shortNumber(gain.speedUp.most())
        + " times the throughput";
  }

  /** The largest gain first. */
  private List<Gain> gains(Place few, Place many) {
    List<Gain> gains = new ArrayList<>();
    for (String arm : figures.arms()) {
      List<Double> little = perS(arm, few.step);
      List<Double> much = perS(arm, many.step);
      if (!little.isEmpty() && !much.isEmpty()) {
        gains.add(new Gain(arm, SpeedUp.of(few.cpus, little, many.cpus, much)));
      }
    }
    gains.sort(Comparator.comparingDouble((Gain gain) -> -gain.speedUp.ratio().estimate()));
    return gains;
  }

  private List<Double> perS(String arm, int step) {
    return figures.points(arm).stream()
        .filter(point -> point.step() == step && ScalingCurve.isSteady(point))
        .map(StudyPoint::throughputPerS)
        .toList();
  }

  private ComparisonText most(Place place) {
    return new ComparisonText(
        figures.at(place.step, Metric.THROUGHPUT),
        Numbers::rate,
        figures.step(place.step).varied().taskNs() == null ? Claim.ANSWERS : Claim.TASKS,
        names);
  }

  /** A load on some CPUs. */
  private record Place(int step, int cpus) {}

  /** The loads of a program with a number of CPUs, the fewest first. */
  private List<Place> places(@Nullable String program) {
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < figures.study().steps().size(); i++) {
      StudyStep step = figures.step(i);
      Integer cpus = step.varied().cpus();
      if (Objects.equals(step.varied().app(), program) && cpus != null && cpus > 0) {
        places.add(new Place(i, cpus));
      }
    }
    places.sort(Comparator.comparingInt(Place::cpus));
    return places;
  }

  private static String cpus(Place place) {
    return Numbers.count(place.cpus, "CPU");
  }
}
