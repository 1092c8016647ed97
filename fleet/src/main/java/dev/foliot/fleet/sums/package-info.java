/** The sums of a fleet's points: what is read, and what is analysed. */
@NullMarked
package dev.foliot.fleet.sums;

import org.jspecify.annotations.NullMarked;
