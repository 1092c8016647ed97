package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The source of a fleet's data.
 *
 * @param files file names as given or found
 * @param format {@code csv}, {@code parquet}, {@code json-lines}, {@code prometheus}, {@code
 *     openmetrics}; several with {@code + } between
 * @param columns what is read from them
 * @param guesses choices that the user did not make, each a sentence
 */
public record FleetInput(
    List<String> files, String format, @JsonUnwrapped Columns columns, List<String> guesses) {
  /**
   * The columns in use.
   *
   * @param metric the expression, such as {@code cpu/rps}
   * @param node the column with the node's name; {@code column names} for wide files
   * @param time the column of the time, or null
   * @param load the load removed from the metric, or null
   * @param start the column with the start of the node's process, or null
   * @param labels the columns tested as explanations
   */
  public record Columns(
      String metric,
      String node,
      @Nullable String time,
      @Nullable String load,
      @Nullable String start,
      List<String> labels) {
    /** Keeps copies. */
    public Columns {
      metric = Copies.unicode(metric);
      node = Copies.unicode(node);
      labels = labels.stream().map(Copies::unicode).toList();
    }
  }

  /** Keeps copies. */
  public FleetInput {
    files = List.copyOf(files);
    Objects.requireNonNull(format, "format");
    Objects.requireNonNull(columns, "columns");
    guesses = guesses.stream().map(Copies::unicode).toList();
  }
}
