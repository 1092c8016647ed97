package dev.foliot.service.watch;

import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.MemorySplit;
import dev.foliot.linux.Reading;
import java.util.Map;

/**
 * The memory of a JVM at one moment. Immutable.
 *
 * @param atNs nanoseconds since the first sample; below zero for the one before it
 * @param heapUsedBytes the bytes of objects, dead ones included
 * @param committedBytes by part, the bytes that HotSpot committed or took from malloc, resident or
 *     not; needs Native Memory Tracking
 * @param resident the resident part of it; needs Native Memory Tracking in detail
 * @param carriers of virtual threads, by their scheduler's count; needs JDK 24
 */
public record MemoryLook(
    long atNs,
    Reading<Long> heapUsedBytes,
    Reading<Map<MemoryPart, Long>> committedBytes,
    Reading<MemorySplit> resident,
    Reading<Long> carriers) {}
