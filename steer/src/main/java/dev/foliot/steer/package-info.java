/**
 * An agent that loads filler classes before a class in question, so that HotSpot's structure for it
 * begins where it is to begin in a cache line: see {@link dev.foliot.steer.Agent}.
 */
@NullMarked
package dev.foliot.steer;

import org.jspecify.annotations.NullMarked;
