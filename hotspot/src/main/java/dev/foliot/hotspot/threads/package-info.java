/** What the threads of a JVM do, by the family that each belongs to. */
@NullMarked
package dev.foliot.hotspot.threads;

import org.jspecify.annotations.NullMarked;
