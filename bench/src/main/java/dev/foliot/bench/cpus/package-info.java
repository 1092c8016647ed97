/**
 * Which CPUs the threads of the harness run on.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.foliot.bench.cpus;

import org.jspecify.annotations.NullMarked;
