package dev.foliot.stats;

/**
 * The knee of latency against rate: the highest rate before users wait twice as long as under
 * little load, or before the system is saturated.
 *
 * <p>Twice, since there the ratio of throughput to delay is greatest: a little more throughput
 * costs a greater part in delay from there on [1]. For M/M/1 this holds exactly, at half of the
 * capacity; for other systems it is a rule of thumb, as any knee is. The lowest rate stands for
 * little load, so it should be little.
 *
 * <p>[1] Kleinrock, "Power and Deterministic Rules of Thumb for Probabilistic Problems in Computer
 * Communications", ICC 1979.
 */
public final class Knee {
  private static final double TIMES = 2;

  private Knee() {}

  /**
   * How many of the rates come before the bend: all if it was not reached, none if already the
   * lowest is saturated; the knee is the last of them.
   *
   * @param latencies at each rate, from the lowest rate to the highest, in any unit; not used where
   *     the system is saturated
   * @param saturated at which rates the system could not keep up
   * @throws IllegalArgumentException if there are not as many of both
   */
  public static int ratesBefore(double[] latencies, boolean[] saturated) {
    if (latencies.length != saturated.length) {
      throw new IllegalArgumentException(
          latencies.length + " latencies, but " + saturated.length + " rates");
    }
    int before = 0;
    while (before < latencies.length
        && !saturated[before]
        && (before == 0 || latencies[before] < TIMES * latencies[0])) {
      before++;
    }
    return before;
  }
}
