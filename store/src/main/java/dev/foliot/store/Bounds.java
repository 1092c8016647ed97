package dev.foliot.store;

/**
 * Where a figure lies, with 95 % confidence, in the figure's own unit.
 *
 * @param low the least that agrees with what was seen
 * @param high the greatest
 */
public record Bounds(long low, long high) {
  /** Checks the order. */
  public Bounds {
    if (low > high) {
      throw new IllegalArgumentException("bounds from " + low + " to " + high);
    }
  }
}
