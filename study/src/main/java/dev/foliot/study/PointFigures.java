package dev.foliot.study;

import dev.foliot.store.StudyPoint;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Figures of the points that count, by arm. Immutable. */
final class PointFigures {
  private final List<StudyPoint> points;

  /** Of some points; INVALID ones do not count. */
  PointFigures(List<StudyPoint> points) {
    this.points =
        points.stream().filter(point -> point.validity().verdict() != Verdict.INVALID).toList();
  }

  boolean isEmpty() {
    return points.isEmpty();
  }

  /** Those of an arm. */
  List<StudyPoint> of(String arm) {
    return points.stream().filter(point -> point.arm().equals(arm)).toList();
  }

  /**
   * Why something is not known of some forks, each reason once.
   *
   * @param what what the reasons begin with, which is left out
   */
  List<String> unavailable(String what) {
    return points.stream()
        .flatMap(point -> point.unavailable().stream())
        .filter(reason -> reason.startsWith(what))
        .map(reason -> reason.substring(what.length()))
        .distinct()
        .toList();
  }

  /** One that is among the measures. */
  static Function<StudyPoint, @Nullable Double> measure(String name) {
    return point -> point.measures().get(name);
  }

  /**
   * A figure under a load, fork by fork.
   *
   * @param step index of the load
   */
  ArmFigures at(
      int step,
      Function<StudyPoint, @Nullable Double> figure,
      boolean lowIsGood,
      DoubleFunction<String> shown) {
    Map<String, List<Double>> values = new LinkedHashMap<>();
    for (StudyPoint point : points) {
      Double value = figure.apply(point);
      if (point.step() == step && value != null) {
        values.computeIfAbsent(point.arm(), arm -> new ArrayList<>()).add(value);
      }
    }
    return new ArmFigures(values, lowIsGood, shown);
  }
}
