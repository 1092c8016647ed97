package dev.foliot.stats;

/**
 * A closed interval. An end that the data cannot bound is infinite.
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

  /** Whether the value is in it, ends included. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }
}
