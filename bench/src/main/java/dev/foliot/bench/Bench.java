package dev.foliot.bench;

/** The harness as a {@link BenchTask} sees it. Safe for use by any number of threads. */
public interface Bench {
  /**
   * Returns the probe of this name, always the same one. Best made in {@link BenchTask#setUp}: of a
   * probe that is made after the warm-up the first durations are missing, and none are shown with
   * the slowest messages.
   *
   * @param name any text; shown in tables and reports
   * @throws IllegalStateException for more than 64 probes
   */
  Probe probe(String name);

  /**
   * Ends a message and takes its response time. Only the first call counts. Further calls, and
   * calls for ids never sent, count as faults of the task.
   */
  void done(long id);

  /** Reads the harness's clock, which is {@link System#nanoTime}. */
  long nanoTime();

  /**
   * Returns when a message was due by its schedule, in terms of {@link #nanoTime}. A duration from
   * then on includes what the message waited before it was sent.
   *
   * @throws IllegalArgumentException if the message is not on its way: not yet sent, or long done
   */
  long dueNs(long id);
}
