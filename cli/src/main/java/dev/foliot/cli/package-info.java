/** Commands, progress and exit codes: the only package that prints and exits. */
@NullMarked
package dev.foliot.cli;

import org.jspecify.annotations.NullMarked;
