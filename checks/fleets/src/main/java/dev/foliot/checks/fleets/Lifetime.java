package dev.foliot.checks.fleets;

import java.util.List;

/**
 * A simulated node from one start to the next, with its truth.
 *
 * @param index of all lifetimes
 * @param start its start, ISO 8601
 * @param band from 0 for the lowest; {@link #SICK} for an outlier
 * @param level in units of the recipe
 * @param load its mean load, 0 without one
 * @param from its first point's number, from 0
 * @param to one more than its last point's number
 * @param labels in the order of {@link SimulatedFleet#LABELS}
 * @param metrics its levels of {@link SimulatedFleet#OTHERS}
 * @param isLimited whether its CPU has a ceiling
 */
record Lifetime(
    int index,
    String node,
    String start,
    int band,
    double level,
    double load,
    int from,
    int to,
    List<String> labels,
    List<Double> metrics,
    boolean isLimited) {
  /** The band of an outlier. */
  static final int SICK = -1;

  Lifetime {
    labels = List.copyOf(labels);
    metrics = List.copyOf(metrics);
  }
}
