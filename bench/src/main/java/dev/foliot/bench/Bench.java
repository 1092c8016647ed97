package dev.foliot.bench;

/** The harness as a {@link BenchTask} sees it. Safe for use by any number of threads. */
public interface Bench {
  /**
   * Returns the probe of this name, always the same one.
   *
   * @param name any text; shown in tables and reports
   * @throws IllegalStateException when called after {@link BenchTask#setUp}
   */
  Probe probe(String name);

  /**
   * Ends a message and takes its response time. Only the first call counts. Further calls, and
   * calls for ids never sent, count as faults of the task.
   */
  void done(long id);

  /** Reads the harness's clock, in nanoseconds, for {@link Probe#record}. */
  long nanoTime();
}
