/** Reasons that a live HotSpot and its recordings give. */
@NullMarked
package dev.foliot.hotspot.reason;

import org.jspecify.annotations.NullMarked;
