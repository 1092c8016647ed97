/** Finds times in which a JVM was not as usual. */
@NullMarked
package dev.foliot.watch.episode;

import org.jspecify.annotations.NullMarked;
