package dev.foliot.store.study;

/**
 * What a full collection at the end of a fork, after its load, left of a service's memory. Bytes.
 *
 * @param heapUsedBeforeBytes what objects took, dead ones included
 * @param heapUsedAfterBytes likewise
 * @param offHeapBeforeBytes what {@code Unsafe} had taken outside the heap, direct buffers first of
 *     all
 * @param offHeapAfterBytes likewise
 * @param residentBeforeBytes of the process
 * @param residentAfterBytes likewise; an allocator gives back late, or never
 */
public record StudyCollection(
    long heapUsedBeforeBytes,
    long heapUsedAfterBytes,
    long offHeapBeforeBytes,
    long offHeapAfterBytes,
    long residentBeforeBytes,
    long residentAfterBytes) {}
