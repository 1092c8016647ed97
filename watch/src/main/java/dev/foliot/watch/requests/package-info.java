/** Follows access logs, and explains slow requests by what stopped the JVM meanwhile. */
@NullMarked
package dev.foliot.watch.requests;

import org.jspecify.annotations.NullMarked;
