package dev.foliot.service.watch;

import java.util.List;

/**
 * The events of a JVM in a flight recording. Immutable.
 *
 * <p>Lists have at most 100,000 entries, the last ones; times are nanoseconds since the first
 * sample.
 *
 * @param collections garbage collections
 * @param pinned virtual threads that blocked their carriers
 * @param submitFailedNs when a virtual thread could not be handed to the scheduler
 * @param more the number of events beyond the limits of the lists
 */
public record JvmEvents(
    List<Collected> collections, List<Pinned> pinned, List<Long> submitFailedNs, long more) {
  /** Keeps copies. */
  public JvmEvents {
    collections = List.copyOf(collections);
    pinned = List.copyOf(pinned);
    submitFailedNs = List.copyOf(submitFailedNs);
  }

  /** A collection, concurrent work included. Texts fit on one line. */
  public record Collected(long atNs, long tookNs, long pausedNs, String collector, String cause) {}

  /** A virtual thread that blocked its carrier. */
  public record Pinned(long atNs, long tookNs) {}
}
