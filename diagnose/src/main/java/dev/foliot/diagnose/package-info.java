/** Examinations of a live JVM, from outside. */
@NullMarked
package dev.foliot.diagnose;

import org.jspecify.annotations.NullMarked;
