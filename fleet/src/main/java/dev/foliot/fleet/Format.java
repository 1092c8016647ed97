package dev.foliot.fleet;

/** The format of a file. */
enum Format {
  CSV("csv"),
  PARQUET("parquet"),
  JSON_LINES("json-lines"),
  /** An answer of {@code query_range} or {@code query}. */
  PROMETHEUS("prometheus"),
  /** The exposition format: one sample per line. */
  OPENMETRICS("openmetrics");

  private final String label;

  Format(String label) {
    this.label = label;
  }

  /** Its name in messages. */
  String label() {
    return label;
  }

  /** Whether a row has one of several metrics, and a node's rows at one time belong together. */
  boolean sparse() {
    return this == PROMETHEUS || this == OPENMETRICS;
  }
}
