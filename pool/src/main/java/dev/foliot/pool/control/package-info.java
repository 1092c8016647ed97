/**
 * Decides the size of the pool from observations. It has no thread, clock, log or lock, and can run
 * in a simulator or replay a log.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.foliot.pool.control;

import org.jspecify.annotations.NullMarked;
