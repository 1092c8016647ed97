/** All that a command has to say, as {@code --details} prints it. */
@NullMarked
package dev.foliot.cli.details;

import org.jspecify.annotations.NullMarked;
