package dev.foliot.service.watch;

import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.MemorySplit;
import dev.foliot.linux.Reading;
import java.util.Map;

/**
 * The memory of a JVM at one moment. Immutable.
 *
 * @param atNs nanoseconds since the first sample; below zero for the one before it
 * @param heapUsedBytes what objects take, dead ones included
 * @param committedBytes by part, what HotSpot committed or took from malloc, resident or not; needs
 *     Native Memory Tracking
 * @param resident what of it is in RAM; needs Native Memory Tracking in detail
 * @param carriers of virtual threads, as their scheduler counts them; needs JDK 24
 */
public record MemoryLook(
    long atNs,
    Reading<Long> heapUsedBytes,
    Reading<Map<MemoryPart, Long>> committedBytes,
    Reading<MemorySplit> resident,
    Reading<Long> carriers) {}
