/** The level of each node: its metric without the load and the common course of all. */
@NullMarked
package dev.foliot.fleet.level;

import org.jspecify.annotations.NullMarked;
