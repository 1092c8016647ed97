package net.openhft.chronicle.core.util;

/** The type in the signature of a method that prints one; not in the jar. */
public abstract class Histogram {
  /** The number of its samples. */
  public abstract long totalCount();

  /**
   * A percentile, in nanoseconds.
   *
   * @param fraction 0 to 1
   */
  public abstract double percentile(double fraction);
}
