/** Rows of text from the files of a fleet, one reader for each layout. */
@NullMarked
package dev.foliot.fleet.rows;

import org.jspecify.annotations.NullMarked;
