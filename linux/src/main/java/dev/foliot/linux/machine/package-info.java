/** The properties and settings of a machine. */
@NullMarked
package dev.foliot.linux.machine;

import org.jspecify.annotations.NullMarked;
