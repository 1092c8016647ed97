/**
 * Objects of the Java heap: references, fields, generations and the card table.
 *
 * <p>{@link dev.foliot.hotspot.heap.HeapReader} reads objects, starting from the static fields of a
 * class. Collectors move objects, so the reader checks the object's class before each field; after
 * a mismatch the field has no value. It works with Serial, Parallel, G1 and Epsilon, whose heap has
 * plain addresses.
 *
 * <pre>{@code
 * Map<String, LoadedClass> jdk = jvm.bootClasses(Set.of("java.nio.Bits")).look().orElse(Map.of());
 * HeapReader heap = jvm.heap().toOptional().orElseThrow();
 * Reading<Long> limit = heap.staticLong(jdk.get("java.nio.Bits"), "MAX_MEMORY");
 * }</pre>
 *
 * <p>{@link dev.foliot.hotspot.heap.Generations} says whether an object is old. {@link
 * dev.foliot.hotspot.heap.CardTable} has the location of the collector's cards. Each is one read of
 * one thread, of at most 1 GiB in 2 s: ask for a new one to see changes.
 */
@NullMarked
package dev.foliot.hotspot.heap;

import org.jspecify.annotations.NullMarked;
