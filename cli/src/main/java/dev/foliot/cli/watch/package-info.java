/** The command that watches live JVMs. */
@NullMarked
package dev.foliot.cli.watch;

import org.jspecify.annotations.NullMarked;
