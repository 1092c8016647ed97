/**
 * Reads what the machine grants this process: CPU, processes, memory. It never fails: what cannot
 * be read is unknown.
 */
@NullMarked
package dev.foliot.pool.machine;

import org.jspecify.annotations.NullMarked;
