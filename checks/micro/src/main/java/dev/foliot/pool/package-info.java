/** What the pool's queue costs beside others; here because the queue is not public. */
@NullMarked
package dev.foliot.pool;

import org.jspecify.annotations.NullMarked;
