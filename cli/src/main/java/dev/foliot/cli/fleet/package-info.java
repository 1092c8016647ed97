/** The commands of fleet. */
@NullMarked
package dev.foliot.cli.fleet;

import org.jspecify.annotations.NullMarked;
