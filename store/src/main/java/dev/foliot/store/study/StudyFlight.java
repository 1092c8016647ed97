package dev.foliot.store.study;

/**
 * Flight recorder figures of a service's JVM while watched. Counts, and nanoseconds.
 *
 * @param collections garbage collections
 * @param collectionNs their total duration, including concurrent work
 * @param pauses number of times the collector stopped the program
 * @param pauseNs how long together
 * @param longestPauseNs the longest
 * @param pinned number of times a virtual thread blocked its carrier for longer than 1 ms
 * @param pinnedNs how long together
 * @param submitFailed number of times a virtual thread could not be handed to its scheduler
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
