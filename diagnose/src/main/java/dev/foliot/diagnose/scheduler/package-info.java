/** Threads of a JVM that wait for a CPU, or sleep although work is queued. */
@NullMarked
package dev.foliot.diagnose.scheduler;

import org.jspecify.annotations.NullMarked;
