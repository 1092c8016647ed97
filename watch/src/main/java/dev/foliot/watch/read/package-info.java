/** Reads one live JVM from outside, again and again. */
@NullMarked
package dev.foliot.watch.read;

import org.jspecify.annotations.NullMarked;
