package dev.foliot.report.study;

import dev.foliot.judgement.ScalingCurve;
import dev.foliot.report.chart.Axis;
import dev.foliot.report.page.Units;
import dev.foliot.store.study.StudyStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is varied in a study, as the x axis of its pictures.
 *
 * @param title what it is, with its unit
 * @param places the loads, from left to right
 * @param logarithmic whether equal distances are equal ratios
 * @param label how a value is written
 * @param continuous whether a line between two places means something
 */
record LoadAxis(
    String title,
    List<Place> places,
    boolean logarithmic,
    DoubleFunction<String> label,
    boolean continuous) {
  private static final double LEAST_DISTANCE = 0.075;

  /**
   * A load on the axis.
   *
   * @param step its index in the study
   * @param value where it lies
   */
  record Place(int step, double value) {}

  private interface Varied {
    @Nullable Number of(StudyStep step);
  }

  /**
   * An axis for the closed loops, one for the open loops, and one for loads that are neither: what
   * is on different axes cannot be compared.
   */
  static List<LoadAxis> loads(StudyView study) {
    List<Place> others = new ArrayList<>();
    for (int i = 0; i < study.study().steps().size(); i++) {
      if (study.step(i).load().clients() == null && study.step(i).load().ratePerS() == null) {
        others.add(new Place(i, i + 1));
      }
    }
    return Stream.of(
            of(
                study,
                "clients of a closed loop",
                one -> one.load().clients(),
                true,
                Units::shortNumber),
            of(
                study,
                "requests a second, open loop",
                step -> step.load().clients() == null ? step.load().ratePerS() : null,
                true,
                Units::shortRate),
            new LoadAxis("loads, by number", others, false, Units::shortNumber, false))
        .filter(axis -> !axis.isEmpty())
        .toList();
  }

  /** The CPU time of a task, of the loads of one app on so many CPUs. */
  static LoadAxis taskLength(StudyView study, @Nullable String app, @Nullable Integer cpus) {
    LoadAxis all =
        of(study, "CPU time of a task", one -> one.varied().taskNs(), true, Units::shortDuration);
    return all.only(
        study,
        step ->
            Objects.equals(step.varied().app(), app) && Objects.equals(step.varied().cpus(), cpus));
  }

  /** How many CPUs the service has, of the loads of one app. */
  static LoadAxis cpus(StudyView study, String app) {
    return of(study, "CPUs of the service", one -> one.varied().cpus(), false, Units::shortNumber)
        .only(study, step -> ScalingCurve.app(step).equals(app));
  }

  private static LoadAxis of(
      StudyView study,
      String title,
      Varied value,
      boolean logarithmic,
      DoubleFunction<String> label) {
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < study.study().steps().size(); i++) {
      Number number = value.of(study.step(i));
      if (number != null && number.doubleValue() > 0) {
        places.add(new Place(i, number.doubleValue()));
      }
    }
    places.sort(Comparator.comparingDouble(Place::value));
    return new LoadAxis(title, places, logarithmic, label, true);
  }

  /** Some of the loads. A line never joins open and closed loops: their figures differ in kind. */
  private LoadAxis only(StudyView study, Predicate<StudyStep> wanted) {
    List<Place> some =
        places.stream().filter(place -> wanted.test(study.step(place.step()))).toList();
    long loops =
        some.stream().map(place -> study.step(place.step()).load().loop()).distinct().count();
    return new LoadAxis(title, some, logarithmic, label, continuous && loops <= 1);
  }

  boolean isEmpty() {
    return places.isEmpty();
  }

  /** Whether there is more than one place to draw a line between. */
  boolean isLine() {
    return places.stream().mapToDouble(Place::value).distinct().count() > 1;
  }

  /**
   * Whether a line is drawn: not between loads of the same size, which differ in something else.
   */
  boolean isDrawnAsLine() {
    return continuous
        && places.stream().mapToDouble(Place::value).distinct().count() == places.size();
  }

  /** The axis, with room at both ends, labelled at the loads themselves as far as there is room. */
  Axis axis() {
    double first = places.getFirst().value();
    double last = places.getLast().value();
    Axis axis;
    if (logarithmic) {
      double room = first == last ? 2 : Math.pow(last / first, 0.04);
      axis = Axis.log(first / room, last * room, 8, label);
    } else {
      double room = first == last ? 1 : (last - first) * 0.04;
      axis = Axis.linear(first - room, last + room, 8, label);
    }
    return axis.labelledAt(places.stream().map(Place::value).toList(), LEAST_DISTANCE, label);
  }
}
