package dev.foliot.bench;

import java.util.List;

/**
 * The stalls that the pause meter recorded.
 *
 * @param mode {@code spin} or {@code sleep}
 * @param durations the stalls: gaps above a microsecond of a spinning meter, lateness of a sleeping
 *     one
 * @param stalls stalls of a millisecond or more, in order, at most the first 10,000
 */
public record Jitter(String mode, Durations durations, List<Stall> stalls) {
  /**
   * A stall of the JVM.
   *
   * @param startNs from the start of the load
   * @param lengthNs its length
   */
  public record Stall(long startNs, long lengthNs) {}
}
