package dev.foliot.stats;

import java.util.List;

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
 *
 * @param ratesBefore the number of rates before the end; the last of them is the knee if one was
 *     reached
 * @param end why there are no more
 */
public record Knee(int ratesBefore, End end) {
  private static final double TIMES = 2;

  /** Why the rates before the knee end. */
  public enum End {
    /** The next rate takes twice as long as the lowest. */
    DOUBLED,
    /** The system could not sustain the next rate. */
    SATURATED,
    /** There is no higher rate: the knee was not reached. */
    NO_MORE_RATES,
    /** The latency of the next rate is unknown: nothing is known of a knee. */
    UNKNOWN
  }

  /** Whether a knee was reached after at least one rate. */
  public boolean isReached() {
    return ratesBefore > 0 && (end == End.DOUBLED || end == End.SATURATED);
  }

  /**
   * Latency at one rate, in any unit.
   *
   * @param value NaN if unknown
   * @param low the lower end of what noise may explain
   * @param high its upper end
   * @param saturated whether the system could not sustain it; the latency is then ignored
   */
  public record Point(double value, double low, double high, boolean saturated) {}

  /**
   * Finds the knee. A latency counts as twice that of the lowest rate where noise does not explain
   * that it is higher at all.
   *
   * @param points from the lowest rate to the highest
   */
  public static Knee of(List<Point> points) {
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      Point lowest = points.get(0);
      if (point.saturated) {
        return new Knee(i, End.SATURATED);
      }
      if (Double.isNaN(point.value)) {
        return new Knee(i, End.UNKNOWN);
      }
      if (point.value >= TIMES * lowest.value && point.low > lowest.high) {
        return new Knee(i, End.DOUBLED);
      }
    }
    return new Knee(points.size(), points.isEmpty() ? End.UNKNOWN : End.NO_MORE_RATES);
  }
}
