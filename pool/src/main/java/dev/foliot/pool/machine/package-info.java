/**
 * Reads what the machine grants this process: CPU, processes, memory. It never fails: what cannot
 * be read is unknown.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.foliot.pool.machine;

import org.jspecify.annotations.NullMarked;
