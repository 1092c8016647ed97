/** When nodes changed their level, in the time of the whole fleet. */
@NullMarked
package dev.foliot.fleet.onset;

import org.jspecify.annotations.NullMarked;
