/**
 * An agent that chooses where HotSpot's structure for a class starts in a cache line. It loads
 * filler classes first: see {@link dev.foliot.steer.Agent}.
 */
@NullMarked
package dev.foliot.steer;

import org.jspecify.annotations.NullMarked;
