/** Programs that lose time to the JVM's own work, or memory outside of the heap, and controls. */
@NullMarked
package dev.foliot.checks.specimens.runtime;

import org.jspecify.annotations.NullMarked;
