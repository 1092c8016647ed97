/** Finds bands among the nodes of a fleet, and the properties that separate them. */
@NullMarked
package dev.foliot.fleet;

import org.jspecify.annotations.NullMarked;
