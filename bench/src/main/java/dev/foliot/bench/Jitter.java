package dev.foliot.bench;

import java.util.List;

/**
 * What the pause meter saw.
 *
 * @param mode {@code spin} or {@code sleep}
 * @param durations the stalls: gaps above a microsecond of a spinning meter, lateness of a sleeping
 *     one
 * @param stalls those of a millisecond or more, in order, at most the first 10,000
 */
public record Jitter(String mode, Durations durations, List<Stall> stalls) {
  /**
   * A stall of the JVM.
   *
   * @param startNs from the start of the load
   * @param lengthNs how long
   */
  public record Stall(long startNs, long lengthNs) {}
}
