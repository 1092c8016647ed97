/** Whether the nodes of a fleet fall into bands, and what separates them. */
@NullMarked
package dev.foliot.fleet;

import org.jspecify.annotations.NullMarked;
