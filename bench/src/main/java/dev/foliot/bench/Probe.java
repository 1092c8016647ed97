package dev.foliot.bench;

/**
 * A named point inside the measured code where a duration is recorded for a message.
 *
 * <p>Safe for use by any number of threads, for any message, any number of times and in any order.
 */
@FunctionalInterface
public interface Probe {
  /**
   * Records a duration.
   *
   * @param id the message that it belongs to
   * @param ns nanoseconds; a negative one is not recorded but counted as a fault of the task
   */
  void record(long id, long ns);
}
