/** What the memory of a JVM is made of, as it says itself and as the kernel sees it. */
@NullMarked
package dev.foliot.hotspot.memory;

import org.jspecify.annotations.NullMarked;
