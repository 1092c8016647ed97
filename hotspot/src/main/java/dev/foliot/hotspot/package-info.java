/** HotSpot's own structures, read from outside of a running JVM. */
@NullMarked
package dev.foliot.hotspot;

import org.jspecify.annotations.NullMarked;
