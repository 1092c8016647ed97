package dev.foliot.fleet;

/**
 * What a column of the data is like.
 *
 * @param kind what most of its values are
 * @param filled how many rows have a value
 * @param distinct about how many different values there are; {@link #MANY} beyond what is counted
 * @param type the engine's name of its type; empty of text files
 */
record Column(String name, Kind kind, long filled, int distinct, String type) {
  static final int MANY = Integer.MAX_VALUE;

  enum Kind {
    NUMBER,
    TEXT,
    TRUTH,
    TIME,
    /** Lists and the like, or nothing at all. */
    OTHER
  }

  /** Whether its values could tell groups of nodes apart. */
  boolean tells() {
    return kind == Kind.TEXT || kind == Kind.TRUTH;
  }
}
