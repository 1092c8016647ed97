package dev.foliot.bench;

/** Records durations that belong to no known message. Safe for use by any number of threads. */
@FunctionalInterface
public interface Sampler {
  /**
   * Records a duration.
   *
   * @param ns nanoseconds; a negative one is not recorded but counted as a fault of the task
   */
  void record(long ns);
}
