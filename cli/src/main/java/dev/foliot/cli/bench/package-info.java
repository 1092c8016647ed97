/** The command bench. */
@NullMarked
package dev.foliot.cli.bench;

import org.jspecify.annotations.NullMarked;
