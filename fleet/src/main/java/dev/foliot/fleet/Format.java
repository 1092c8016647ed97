package dev.foliot.fleet;

/** What a file is written in. */
enum Format {
  CSV("csv"),
  PARQUET("parquet"),
  JSON_LINES("json-lines"),
  /** An answer of {@code query_range} or {@code query}. */
  PROMETHEUS("prometheus"),
  /** What is scraped: one sample a line. */
  OPENMETRICS("openmetrics");

  private final String label;

  Format(String label) {
    this.label = label;
  }

  /** As it is told. */
  String label() {
    return label;
  }

  /**
   * Whether a row has one of several metrics, so that the rows of a node at a time belong together.
   */
  boolean sparse() {
    return this == PROMETHEUS || this == OPENMETRICS;
  }
}
