/** HotSpot's own structures, read from outside of a running JVM. */
@NullMarked
package dev.foliot.diagnose.hotspot;

import org.jspecify.annotations.NullMarked;
