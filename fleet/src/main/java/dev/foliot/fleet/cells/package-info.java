/** What the cells of a fleet's files say: numbers, times, and names of columns. */
@NullMarked
package dev.foliot.fleet.cells;

import org.jspecify.annotations.NullMarked;
