package dev.foliot.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the columns mean.
 *
 * @param wide the columns of wide data, one for each node; empty for long data
 * @param node the column that names the node; {@link #COLUMN_NAMES} for wide data
 * @param time null without times
 * @param start null where no column tells when a process began
 * @param values the columns of numbers that are used, at least one
 * @param metric over {@code values}
 * @param metricText as it is told
 * @param load over {@code values}, null for none
 * @param loadText as it is told
 * @param others further metrics, of {@code values}
 * @param labels what may explain bands
 * @param guesses what was not said, a sentence each
 */
record Layout(
    List<String> wide,
    String node,
    @Nullable String time,
    @Nullable String start,
    List<String> values,
    Expression metric,
    String metricText,
    @Nullable Expression load,
    @Nullable String loadText,
    List<String> others,
    List<String> labels,
    List<String> guesses) {
  /** Where the names of the columns name the nodes. */
  static final String COLUMN_NAMES = "column names";

  /** The one column of values that wide data is turned into. */
  static final String WIDE_VALUE = "value";

  boolean isWide() {
    return !wide.isEmpty();
  }

  /** Whether the metric is divided by the load, so that it goes with 1/load. */
  boolean inverse() {
    return load != null && Expression.divisors(metric).contains(load);
  }

  /** The counters, in the order of {@code values}. */
  List<String> counters() {
    return values.stream()
        .filter(column ->
            Expression.counters(metric).contains(column)
                || (load != null && Expression.counters(load).contains(column)))
        .toList();
  }
}
