package dev.foliot.store;

/**
 * The bounds of a figure with 95 % confidence, in the figure's unit.
 *
 * @param low the least plausible value
 * @param high the greatest plausible value
 */
public record Bounds(long low, long high) {
  /** Checks the order. */
  public Bounds {
    if (low > high) {
      throw new IllegalArgumentException("bounds from " + low + " to " + high);
    }
  }
}
