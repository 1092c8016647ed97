/** HotSpot's image in the memory of a process: symbols, tables of vmStructs, flags. */
@NullMarked
package dev.foliot.hotspot.image;

import org.jspecify.annotations.NullMarked;
