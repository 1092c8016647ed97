package dev.foliot.store.study;

/**
 * What the flight recorder saw in a service's JVM while it was watched. Counts, and nanoseconds.
 *
 * @param collections garbage collections
 * @param collectionNs how long they took together, concurrent work included
 * @param pauses how often the collector stopped the program
 * @param pauseNs how long together
 * @param longestPauseNs the longest
 * @param pinned how often a virtual thread blocked its carrier for longer than 1 ms
 * @param pinnedNs how long together
 * @param submitFailed how often a virtual thread could not be handed to its scheduler
 */
public record StudyFlight(
    long collections,
    long collectionNs,
    long pauses,
    long pauseNs,
    long longestPauseNs,
    long pinned,
    long pinnedNs,
    long submitFailed) {}
