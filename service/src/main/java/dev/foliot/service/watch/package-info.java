/** Watches another process from outside, JVM or not: its resource use and its memory over time. */
@NullMarked
package dev.foliot.service.watch;

import org.jspecify.annotations.NullMarked;
