package net.openhft.chronicle.core.util;

/** Takes durations in nanoseconds. */
@FunctionalInterface
public interface NanoSampler {
  /**
   * Takes a duration.
   *
   * @param durationNs nanoseconds
   */
  void sampleNanos(long durationNs);
}
