/** The cost of the pool's queue beside others; in this package because the queue is not public. */
@NullMarked
package dev.foliot.pool;

import org.jspecify.annotations.NullMarked;
