/** From rows to the sums of their points, in SQL of any engine. */
@NullMarked
package dev.foliot.fleet.points;

import org.jspecify.annotations.NullMarked;
