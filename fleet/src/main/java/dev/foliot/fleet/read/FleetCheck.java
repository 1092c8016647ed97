package dev.foliot.fleet.read;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * How a fleet's files are read. In JSON, its parts are merged into one object.
 *
 * @param schema {@link #SCHEMA}
 * @param format the layout of the files
 * @param columns all columns of the data, in their order
 * @param extent how much there is
 * @param metric the expression that nodes are compared by
 * @param guesses what was guessed, a sentence each
 * @param notes what is irregular, a sentence each
 * @param points some points as they are understood
 */
public record FleetCheck(
    String schema,
    String format,
    List<Part> columns,
    @JsonUnwrapped Extent extent,
    String metric,
    List<String> guesses,
    List<String> notes,
    @JsonUnwrapped Points points) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.fleet-check/1";

  /** Keeps copies. */
  public FleetCheck {
    columns = List.copyOf(columns);
    guesses = List.copyOf(guesses);
    notes = List.copyOf(notes);
  }

  /**
   * A column.
   *
   * @param kind number, text, truth, time or other
   * @param written how its cells are written: {@code decimal comma}, {@code %}, {@code duration};
   *     empty for plain ones
   * @param role node, time, start, metric, load, label, other metric, joined, or unused
   * @param values the number of different values; -1 for very many
   */
  public record Part(String name, String kind, String written, String role, int values) {}

  /**
   * How much data there is.
   *
   * @param nodes how many there are
   * @param rows how many the files have
   * @param firstUs the first time, in microseconds since 1970
   * @param lastUs the last
   */
  public record Extent(long nodes, long rows, long firstUs, long lastUs) {}

  /**
   * Some points: node, time, metric, load and labels.
   *
   * @param names of their columns
   * @param first the first ones
   */
  public record Points(List<String> names, List<List<String>> first) {
    /** Keeps copies. */
    public Points {
      names = List.copyOf(names);
      first = first.stream().map(List::copyOf).toList();
    }
  }
}
