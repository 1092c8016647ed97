/**
 * Objects of the Java heap: references, fields, generations and the card table.
 *
 * <p>{@link dev.foliot.hotspot.heap.HeapReader} goes from the static fields of a class to the
 * objects behind them. Collectors move objects: before each field is read, the object is asked for
 * its class, and where that is not what it should be there is no value. It works with Serial,
 * Parallel, G1 and Epsilon, which leave plain addresses in the heap.
 *
 * <pre>{@code
 * Map<String, LoadedClass> jdk = jvm.bootClasses(Set.of("java.nio.Bits")).look().orElse(Map.of());
 * HeapReader heap = jvm.heap().toOptional().orElseThrow();
 * Reading<Long> limit = heap.staticLong(jdk.get("java.nio.Bits"), "MAX_MEMORY");
 * }</pre>
 *
 * <p>{@link dev.foliot.hotspot.heap.Generations} says whether an object is old, {@link
 * dev.foliot.hotspot.heap.CardTable} where the collector's cards are. Each is one read of one
 * thread, of at most 1 GiB in 2 s: ask for a new one to see what has changed.
 */
@NullMarked
package dev.foliot.hotspot.heap;

import org.jspecify.annotations.NullMarked;
