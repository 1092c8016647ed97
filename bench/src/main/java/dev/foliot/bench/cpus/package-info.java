/** Which CPUs the threads of the harness run on. */
@NullMarked
package dev.foliot.bench.cpus;

import org.jspecify.annotations.NullMarked;
