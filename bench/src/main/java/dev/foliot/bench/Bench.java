package dev.foliot.bench;

/** What a {@link BenchTask} sees of the harness. Safe for use by any number of threads. */
public interface Bench {
  /**
   * A probe of this name, the same one each time it is asked for.
   *
   * @param name any text; shown in tables and reports
   * @throws IllegalStateException after {@link BenchTask#setUp}
   */
  Probe probe(String name);

  /**
   * Ends a message: its response time is taken now. The first call counts; further ones, and those
   * for a message that was never sent, are counted as faults of the task.
   */
  void done(long id);

  /** The harness's own clock, in nanoseconds: what to take times for {@link Probe#record} from. */
  long nanoTime();
}
