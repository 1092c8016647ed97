/** Asks a JVM, through the socket that it listens on once a tool has attached to it. */
@NullMarked
package dev.foliot.hotspot.attach;

import org.jspecify.annotations.NullMarked;
