package dev.foliot.store.explain;

import java.util.Objects;

/**
 * Something that kept a thread, or all threads of a JVM, from working. Times are nanoseconds from
 * the start of the measured load; a stop before it has negative ones.
 *
 * @param startNs its start
 * @param endNs its end
 * @param lengthNs how long it lasted: the whole span, or a part of it where only that is known
 * @param errorNs how far start and end may be off
 * @param kind what it was
 * @param detail what is known besides, as in {@code G1 young collections}; empty if nothing
 */
public record Stop(
    long startNs, long endNs, long lengthNs, long errorNs, StopKind kind, String detail) {
  /** Checks that nothing is missing. */
  public Stop {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(detail, "detail");
    if (endNs < startNs || lengthNs < 0 || errorNs < 0) {
      throw new IllegalArgumentException(
          "a stop from " + startNs + " to " + endNs + " of " + lengthNs + " ns");
    }
  }

  /**
   * A part of it, somewhere in its span.
   *
   * @param share of its length, from 0 to 1
   */
  public Stop part(double share) {
    return new Stop(startNs, endNs, Math.round(lengthNs * share), errorNs, kind, detail);
  }

  /** How much of a time it can have covered, in nanoseconds. */
  public long within(long fromNs, long toNs) {
    return Math.clamp(Math.min(toNs, endNs) - Math.max(fromNs, startNs), 0, lengthNs);
  }
}
