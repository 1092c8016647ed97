/**
 * Watches another process, JVM or not, from outside: its resource use over time and the parts of
 * its memory.
 */
@NullMarked
package dev.foliot.service.watch;

import org.jspecify.annotations.NullMarked;
