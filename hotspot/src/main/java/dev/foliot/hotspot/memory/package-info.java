/**
 * The parts of a JVM's memory and their addresses.
 *
 * <p>{@link dev.foliot.hotspot.memory.RangeReader} reads the addresses of the Java heap, code
 * cache, stacks and classes from outside. {@link dev.foliot.hotspot.memory.AttachedJvm} asks the
 * JVM for its Native Memory Tracking. {@link dev.foliot.hotspot.memory.PlacedMemory} joins either
 * with the kernel's resident pages, into a {@link dev.foliot.hotspot.memory.MemorySplit} whose
 * parts add up to the resident memory.
 *
 * <pre>{@code
 * JvmRanges ranges = jvm.ranges().look();
 * ranges.ranges().forEach(range -> System.out.println(range.kind() + " " + range.start()));
 * ranges.couldNot().forEach(why -> System.err.println(why.text()));
 * }</pre>
 *
 * <p>Unreadable parts are left out and listed with the reason. All sizes are in bytes. Answers of a
 * JVM are parsed with bounds: no category is larger than 256 TiB, and ranges do not overlap.
 */
@NullMarked
package dev.foliot.hotspot.memory;

import org.jspecify.annotations.NullMarked;
