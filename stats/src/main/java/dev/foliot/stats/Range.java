package dev.foliot.stats;

/**
 * A closed interval. An unbounded end is infinite.
 *
 * @param low at most {@code high}; not NaN
 * @param high not NaN
 */
public record Range(double low, double high) {
  public Range {
    if (!(low <= high)) {
      throw new IllegalArgumentException("a range from " + low + " to " + high);
    }
  }

  /** Whether it contains the value; ends are included. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }
}
