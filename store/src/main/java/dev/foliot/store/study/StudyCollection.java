package dev.foliot.store.study;

/**
 * A service's memory after a full collection at the end of a fork, after its load. All figures are
 * in bytes.
 *
 * @param heapUsedBeforeBytes the heap used by objects before, including dead ones
 * @param heapUsedAfterBytes the same after
 * @param offHeapBeforeBytes {@code Unsafe}'s memory outside the heap before, mainly direct buffers
 * @param offHeapAfterBytes the same after
 * @param residentBeforeBytes resident memory of the process before
 * @param residentAfterBytes the same after; an allocator returns memory late, or never
 */
public record StudyCollection(
    long heapUsedBeforeBytes,
    long heapUsedAfterBytes,
    long offHeapBeforeBytes,
    long offHeapAfterBytes,
    long residentBeforeBytes,
    long residentAfterBytes) {}
