/** The parts of a JVM's memory and their growth. */
@NullMarked
package dev.foliot.diagnose.memory;

import org.jspecify.annotations.NullMarked;
