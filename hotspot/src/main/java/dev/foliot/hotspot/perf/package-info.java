/** HotSpot's own counters, which jstat reads too. */
@NullMarked
package dev.foliot.hotspot.perf;

import org.jspecify.annotations.NullMarked;
