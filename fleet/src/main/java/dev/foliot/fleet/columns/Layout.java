package dev.foliot.fleet.columns;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of the columns.
 *
 * @param wide the columns of wide data, one for each node; empty for long data
 * @param node the column that names the node; {@link #COLUMN_NAMES} for wide data
 * @param time null without times
 * @param start null without a column for a process's start
 * @param values the used columns of numbers, at least one
 * @param metric over {@code values}
 * @param metricText its text
 * @param load over {@code values}, null for none
 * @param loadText its text
 * @param others further metrics, of {@code values}
 * @param labels properties that may explain bands
 * @param apart further texts that tell a node's series apart; {@link #series} are the first
 * @param series the columns over whose values the series of a node are added up or averaged
 * @param summed whether they are added up
 * @param placeGuessed whether the column of the node or of the time was guessed
 * @param guesses the guessed roles, a sentence each
 */
public record Layout(
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
    List<String> apart,
    List<String> series,
    boolean summed,
    boolean placeGuessed,
    List<String> guesses) {
  /** The node column if column names are node names. */
  static final String COLUMN_NAMES = "column names";

  /** The value column of converted wide data. */
  static final String WIDE_VALUE = "value";

  /** The columns of text in {@code raw}: l0, l1 and so on. */
  public List<String> texts() {
    List<String> texts = new ArrayList<>(labels);
    texts.addAll(apart);
    return texts;
  }

  public boolean isWide() {
    return !wide.isEmpty();
  }

  /** Whether the metric is divided by the load, and so depends on 1/load. */
  public boolean inverse() {
    return load != null && Expression.divisors(metric).contains(load);
  }

  /** The counters, in the order of {@code values}. */
  public List<String> counters() {
    return values.stream()
        .filter(column ->
            Expression.counters(metric).contains(column)
                || (load != null && Expression.counters(load).contains(column)))
        .toList();
  }
}
