/** Compiled code of a JVM: what runs at an address, its callers and its type checks. */
@NullMarked
package dev.foliot.hotspot.code;

import org.jspecify.annotations.NullMarked;
