package dev.foliot.fleet.columns;

/**
 * Statistics of a column.
 *
 * @param kind the kind of most of its values
 * @param filled how many rows have a value
 * @param distinct the approximate number of different values; {@link #MANY} beyond the counting
 *     limit
 * @param type the engine's name of its type; empty for text files
 * @param style how its cells are written
 */
public record Column(String name, Kind kind, long filled, int distinct, String type, Style style) {
  public static final int MANY = Integer.MAX_VALUE;

  private static final int LEAST_REPEATS = 2;

  public enum Kind {
    NUMBER,
    TEXT,
    TRUTH,
    TIME,
    /** A number that grows by one with each row, as data frames write it: it measures nothing. */
    ROW,
    /** Lists and other nested types, or no values. */
    OTHER
  }

  /** Whether its values could separate groups of nodes. */
  public boolean tells() {
    return kind == Kind.TEXT || kind == Kind.TRUTH;
  }

  /** Whether it has several rows for each of its values. */
  boolean repeats() {
    return distinct != MANY && filled >= (long) LEAST_REPEATS * distinct;
  }
}
