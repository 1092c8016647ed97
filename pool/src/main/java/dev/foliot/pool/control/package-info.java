/**
 * How large the pool should be: a function of what was observed, without thread, clock, log or
 * lock, so that it can be run in a simulator and replayed from a log.
 */
@NullMarked
package dev.foliot.pool.control;

import org.jspecify.annotations.NullMarked;
