package dev.foliot.fleet.onset;

import dev.foliot.stats.Median;
import dev.foliot.stats.RankCorrelation;
import dev.foliot.store.fleet.FleetOnset;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Finds nodes that change steadily. Pure. */
final class Drift {
  /** A node drifts if it goes this share of its level, and this multiple of the usual way. */
  private static final double DRIFT = 0.1;

  private static final double DRIFT_USUAL = 5;
  private static final double STEADY = 0.8;

  private Drift() {}

  /** Nodes that change steadily, where most do not. */
  static Optional<FleetOnset> of(
      Courses courses, Set<String> settled, int known, Onsets.Explainer explainer) {
    double[][] series = courses.series;
    int windows = courses.windows();
    int part = Math.max(2, windows / 8);
    double[] gone = new double[series.length];
    for (int k = 0; k < gone.length; k++) {
      gone[k] =
          Median.of(Levels.known(Levels.part(series[k], windows - part, windows)))
              - Median.of(Levels.known(Levels.part(series[k], 0, part)));
    }
    double usual = courses.usual(k -> Double.isFinite(gone[k]), k -> Math.abs(gone[k]));
    List<Integer> drifting =
        IntStream.range(0, series.length)
            .filter(k -> courses.isKnown(k) && !settled.contains(courses.nodes.get(k)))
            .filter(k ->
                Math.abs(gone[k])
                    >= Math.max(DRIFT * Math.abs(courses.level[k]), DRIFT_USUAL * usual))
            .filter(k -> isSteady(series[k], gone[k]))
            .boxed()
            .sorted(Comparator.comparingDouble((Integer k) -> -Math.abs(gone[k])))
            .toList();
    if (drifting.isEmpty() || 2 * drifting.size() >= known) {
      return Optional.empty();
    }
    double before = Levels.levels(series, drifting, 0, part);
    double after = Levels.levels(series, drifting, windows - part, windows);
    List<String> names = drifting.stream().map(courses.nodes::get).toList();
    return Optional.of(
        new FleetOnset(
            FleetOnset.Kind.DRIFT,
            names,
            known,
            new FleetOnset.Time(courses.at(0), courses.at(0), courses.at(0), null),
            new FleetOnset.Level(before, after, null),
            0,
            explainer.of(new HashSet<>(names), windows - part, windows)));
  }

  /** Whether a series goes one way all the time, and no part of it makes most of the way. */
  private static boolean isSteady(double[] values, double gone) {
    double[] there = Levels.known(values);
    double[] time = IntStream.range(0, there.length).asDoubleStream().toArray();
    if (Math.abs(RankCorrelation.spearman(time, there)) < STEADY) {
      return false;
    }
    double third =
        Median.of(Levels.known(Levels.part(values, values.length / 3, values.length * 2 / 3)));
    double first = Median.of(Levels.known(Levels.part(values, 0, values.length / 8)));
    double share = (third - first) / gone;
    return share > 1 - STEADY && share < STEADY;
  }
}
