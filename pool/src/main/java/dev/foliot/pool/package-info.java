/**
 * A thread pool that tunes its own size.
 *
 * <p>House rules of this package. A duration is a {@code long} in nanoseconds and says so in its
 * name. A worker's counts have one writer, that worker. The control thread reads them and may see a
 * value some instructions old. The package {@code control} decides the size and knows no thread,
 * clock or lock; this package applies it. It uses only the JDK.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.foliot.pool;

import org.jspecify.annotations.NullMarked;
