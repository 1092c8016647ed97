/** The commands that look at a JVM, its counters and its machine: diagnose, counters, doctor. */
@NullMarked
package dev.foliot.cli.diagnose;

import org.jspecify.annotations.NullMarked;
