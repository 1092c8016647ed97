package dev.foliot.fleet.columns;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of the columns.
 *
 * @param wide the columns of wide data, one for each node; empty for long data
 * @param place the columns that say where and when
 * @param values the used columns of numbers, at least one
 * @param measure the metric and its load, over {@code values}
 * @param others further metrics, of {@code values}
 * @param texts the used columns of text
 * @param series of a node
 * @param guesses the guessed roles, a sentence each
 */
public record Layout(
    List<String> wide,
    Place place,
    List<String> values,
    Measure measure,
    List<String> others,
    TextColumns texts,
    Series series,
    List<String> guesses) {
  /** The node column if column names are node names. */
  static final String COLUMN_NAMES = "column names";

  /** The value column of converted wide data. */
  static final String WIDE_VALUE = "value";

  /**
   * The columns that say where and when.
   *
   * @param node the column that names the node; {@link #COLUMN_NAMES} for wide data
   * @param time null without times
   * @param start null without a column for a process's start
   * @param uptime whether the start is a time since then, which falls when the process begins again
   * @param guessed whether the column of the node or of the time was guessed
   */
  public record Place(
      String node,
      @Nullable String time,
      @Nullable String start,
      boolean uptime,
      boolean guessed) {}

  /**
   * The columns of text.
   *
   * @param labels properties that may explain bands
   * @param apart further texts that tell a node's series apart; those of {@link Series} are the
   *     first
   */
  public record TextColumns(List<String> labels, List<String> apart) {
    /** Both in the order of {@code raw}: l0, l1 and so on. */
    public List<String> all() {
      List<String> all = new ArrayList<>(labels);
      all.addAll(apart);
      return all;
    }
  }

  /**
   * The series of a node.
   *
   * @param columns those over whose values the series are added up or averaged
   * @param summed whether they are added up
   */
  public record Series(List<String> columns, boolean summed) {}

  public boolean isWide() {
    return !wide.isEmpty();
  }

  /** The counters, in the order of {@code values}. */
  public List<String> counters() {
    return values.stream().filter(measure::counts).toList();
  }
}
