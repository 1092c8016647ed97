package net.openhft.chronicle.jlbh;

/** Draws the gap before the next message. */
@FunctionalInterface
public interface LatencyDistributor {
  /**
   * Returns a gap.
   *
   * @param averageLatencyNs the mean gap of the load
   */
  long apply(long averageLatencyNs);
}
