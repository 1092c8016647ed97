/** Undertow on the adaptive pool. */
@NullMarked
package dev.foliot.examples.undertow;

import org.jspecify.annotations.NullMarked;
