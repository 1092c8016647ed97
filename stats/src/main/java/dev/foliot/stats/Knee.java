package dev.foliot.stats;

/**
 * The knee of latency against rate. It is the highest rate before response times double from those
 * of a light load, or before saturation.
 *
 * <p>The ratio of throughput to delay is greatest at a factor of two; beyond it, more throughput
 * costs a greater share of delay [1]. For M/M/1 this is exact, at half of the capacity; for other
 * systems it is a rule of thumb, like any knee. The lowest rate represents a light load, and should
 * be one.
 *
 * <p>[1] Kleinrock, "Power and Deterministic Rules of Thumb for Probabilistic Problems in Computer
 * Communications", ICC 1979.
 */
public final class Knee {
  private static final double TIMES = 2;

  private Knee() {}

  /**
   * The number of rates before the knee; the last of them is the knee. It is all of them if the
   * knee was not reached, and 0 if the lowest is already saturated.
   *
   * @param latencies the latency at each rate, from lowest to highest, in any unit; ignored where
   *     saturated
   * @param saturated the rates that the system could not sustain
   * @throws IllegalArgumentException if the lengths differ
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
