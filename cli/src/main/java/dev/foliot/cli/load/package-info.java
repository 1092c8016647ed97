/** The command load: its options, what it shows while it runs, and its result. */
@NullMarked
package dev.foliot.cli.load;

import org.jspecify.annotations.NullMarked;
