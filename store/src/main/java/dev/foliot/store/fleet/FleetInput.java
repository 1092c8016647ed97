package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a fleet's data was taken from.
 *
 * @param files as they were named or found
 * @param format {@code csv}, {@code parquet}, {@code json-lines}, {@code prometheus}, {@code
 *     openmetrics}; several with {@code + } between
 * @param metric the expression, as {@code cpu/rps}
 * @param node the column that names the node; of wide files {@code column names}
 * @param time the column of the time, null where there is none
 * @param load the load that is taken out of the metric, null for none
 * @param start the column that tells when the node's process began, null where there is none
 * @param labels the columns that were tried as an explanation
 * @param guesses what was not said by the user, each a sentence
 */
public record FleetInput(
    List<String> files,
    String format,
    String metric,
    String node,
    @Nullable String time,
    @Nullable String load,
    @Nullable String start,
    List<String> labels,
    List<String> guesses) {
  /** Keeps copies. */
  public FleetInput {
    files = List.copyOf(files);
    Objects.requireNonNull(format, "format");
    metric = Copies.unicode(metric);
    node = Copies.unicode(node);
    labels = labels.stream().map(Copies::unicode).toList();
    guesses = guesses.stream().map(Copies::unicode).toList();
  }
}
