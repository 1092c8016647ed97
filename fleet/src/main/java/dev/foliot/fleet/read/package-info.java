/** Reads the files of a fleet. */
@NullMarked
package dev.foliot.fleet.read;

import org.jspecify.annotations.NullMarked;
