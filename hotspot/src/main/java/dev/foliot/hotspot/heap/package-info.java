/** Objects of the Java heap: references, fields, generations and the card table. */
@NullMarked
package dev.foliot.hotspot.heap;

import org.jspecify.annotations.NullMarked;
