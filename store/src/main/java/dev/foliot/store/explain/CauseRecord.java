package dev.foliot.store.explain;

import java.util.Objects;

/**
 * A cause of slow messages.
 *
 * @param code what it was
 * @param delayShare its share of the delay beyond p99, 0 to 1
 * @param episodes in how many runs of slow messages it had a part of a tenth or more
 * @param messages how many messages it delayed more than everything else together
 * @param worstNs the longest response time among these, in nanoseconds; 0 without any
 * @param stops how many such stops lay over slow messages
 * @param longestNs the longest of these, in nanoseconds
 * @param detail what is known of them besides, as in {@code G1 young collections}; may be empty
 */
public record CauseRecord(
    StopKind code,
    double delayShare,
    int episodes,
    int messages,
    long worstNs,
    int stops,
    long longestNs,
    String detail) {
  /** Checks that nothing is missing. */
  public CauseRecord {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(detail, "detail");
  }
}
