/** Jetty on the adaptive pool. */
@NullMarked
package dev.foliot.examples.jetty;

import org.jspecify.annotations.NullMarked;
