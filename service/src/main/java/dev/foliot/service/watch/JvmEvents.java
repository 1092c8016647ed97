package dev.foliot.service.watch;

import java.util.List;

/**
 * What a flight recording has of a JVM, event by event. Immutable. Lists are at most 100,000 long,
 * and the last of more; times are nanoseconds since the first sample.
 *
 * @param collections garbage collections
 * @param pinned virtual threads that blocked their carriers
 * @param submitFailedNs when a virtual thread could not be handed to the scheduler
 * @param more how many events of the JVM and of Foliot's pools are in no list
 */
public record JvmEvents(
    List<Collected> collections, List<Pinned> pinned, List<Long> submitFailedNs, long more) {
  /** Keeps copies. */
  public JvmEvents {
    collections = List.copyOf(collections);
    pinned = List.copyOf(pinned);
    submitFailedNs = List.copyOf(submitFailedNs);
  }

  /** A collection, concurrent work included. Texts are fit for one line. */
  public record Collected(long atNs, long tookNs, long pausedNs, String collector, String cause) {}

  /** A virtual thread that blocked its carrier. */
  public record Pinned(long atNs, long tookNs) {}
}
