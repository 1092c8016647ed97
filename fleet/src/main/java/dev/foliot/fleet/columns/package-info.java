/** What the columns of a fleet's data are, and which are used for what. */
@NullMarked
package dev.foliot.fleet.columns;

import org.jspecify.annotations.NullMarked;
