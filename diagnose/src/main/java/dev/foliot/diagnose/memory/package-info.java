/** What a JVM's memory is made of, and what of it grows. */
@NullMarked
package dev.foliot.diagnose.memory;

import org.jspecify.annotations.NullMarked;
