package dev.foliot.fleet.columns;

import org.jspecify.annotations.Nullable;

/**
 * The metric and its load.
 *
 * @param metric over columns of numbers
 * @param metricText its text
 * @param load null for none
 * @param loadText its text
 */
public record Measure(
    Expression metric, String metricText, @Nullable Expression load, @Nullable String loadText) {
  /** Whether the metric is divided by the load, and so depends on 1/load. */
  public boolean inverse() {
    return load != null && Expression.divisors(metric).contains(load);
  }

  /** Whether the metric or the load counts by a column. */
  boolean counts(String column) {
    return Expression.counters(metric).contains(column)
        || (load != null && Expression.counters(load).contains(column));
  }
}
