/**
 * What the memory of a JVM is made of, and where it keeps what.
 *
 * <p>{@link dev.foliot.hotspot.memory.RangeReader} reads from outside where the Java heap, the code
 * cache, the stacks and the classes lie. {@link dev.foliot.hotspot.memory.AttachedJvm} asks the JVM
 * for its Native Memory Tracking. {@link dev.foliot.hotspot.memory.PlacedMemory} joins either with
 * what the kernel says is resident, into a {@link dev.foliot.hotspot.memory.MemorySplit} whose
 * parts add up to the resident memory.
 *
 * <pre>{@code
 * JvmRanges ranges = jvm.ranges().look();
 * ranges.ranges().forEach(range -> System.out.println(range.kind() + " " + range.start()));
 * ranges.couldNot().forEach(why -> System.err.println(why.text()));
 * }</pre>
 *
 * <p>What cannot be read is left out and listed with its reason. All sizes are in bytes. Answers of
 * a JVM are parsed with bounds: no category is larger than 256 TiB, and ranges do not overlap.
 */
@NullMarked
package dev.foliot.hotspot.memory;

import org.jspecify.annotations.NullMarked;
