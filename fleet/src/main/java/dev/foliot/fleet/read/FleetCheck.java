package dev.foliot.fleet.read;

import java.util.List;

/**
 * How a fleet's files are read.
 *
 * @param format the layout of the files
 * @param columns all columns of the data, in their order
 * @param nodes how many there are
 * @param rows how many the files have
 * @param firstUs the first time, in microseconds since 1970
 * @param lastUs the last
 * @param metric the expression that nodes are compared by
 * @param guesses what was guessed, a sentence each
 * @param notes what is irregular, a sentence each
 * @param names of the columns of {@code first}
 * @param first some points as they are understood: node, time, metric, load and labels
 */
public record FleetCheck(
    String format,
    List<Part> columns,
    long nodes,
    long rows,
    long firstUs,
    long lastUs,
    String metric,
    List<String> guesses,
    List<String> notes,
    List<String> names,
    List<List<String>> first) {
  /** Keeps copies. */
  public FleetCheck {
    columns = List.copyOf(columns);
    guesses = List.copyOf(guesses);
    notes = List.copyOf(notes);
    names = List.copyOf(names);
    first = first.stream().map(List::copyOf).toList();
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
}
