package dev.foliot.report.study;

import dev.foliot.stats.HodgesLehmann;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/**
 * Where the arms of a study part: the first load at which one differs from the best in throughput
 * by more than a margin, with confidence. The same test as the study's verdict: the ratio by Hodges
 * and Lehmann with its 95 % interval, which needs four forks of each arm.
 */
final class Parting {
  private static final double MARGIN = 0.05;
  private static final double CONFIDENCE = 0.95;
  private static final double LEAST = 1e-9;

  private Parting() {}

  /** Index of the load on the axis; empty where these forks tell no arm from the best. */
  static OptionalInt place(StudyView study, LoadAxis across) {
    for (int i = 0; i < across.places().size(); i++) {
      if (isApart(study, across.places().get(i).step())) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  private static boolean isApart(StudyView study, int step) {
    List<List<Double>> arms =
        study.arms().stream()
            .map(arm -> study.values(arm, step, StudyMeasure.THROUGHPUT))
            .filter(values -> !values.isEmpty())
            .sorted(
                Comparator.comparingDouble((List<Double> v) -> ForkSpread.medianOf(v)).reversed())
            .toList();
    return arms.stream().skip(1).anyMatch(arm -> isApart(arms.getFirst(), arm));
  }

  private static boolean isApart(List<Double> best, List<Double> other) {
    HodgesLehmann.Shift shift = HodgesLehmann.shift(logs(best), logs(other), CONFIDENCE);
    return !Double.isInfinite(shift.low())
        && !Double.isInfinite(shift.high())
        && (Math.exp(shift.low()) > 1 + MARGIN || Math.exp(shift.high()) < 1 - MARGIN);
  }

  private static double[] logs(List<Double> values) {
    return values.stream().mapToDouble(value -> Math.log(Math.max(value, LEAST))).toArray();
  }
}
