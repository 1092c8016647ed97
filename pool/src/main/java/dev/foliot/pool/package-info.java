/**
 * A thread pool that tunes its own size.
 *
 * <p>House rules of this package. A duration is a {@code long} in nanoseconds and says so in its
 * name. What a worker counts has one writer, that worker; the control thread reads it and may see a
 * value some instructions old. How large the pool is, is decided in {@code control}, which knows no
 * thread, clock or lock; it is applied here. Only the JDK is used.
 */
@NullMarked
package dev.foliot.pool;

import org.jspecify.annotations.NullMarked;
