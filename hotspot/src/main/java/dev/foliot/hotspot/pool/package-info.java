/** Pools of threads of a JVM, and samples of their queues. */
@NullMarked
package dev.foliot.hotspot.pool;

import org.jspecify.annotations.NullMarked;
