/** What all commands share: their common options, exit codes, waiting and results. */
@NullMarked
package dev.foliot.cli.frame;

import org.jspecify.annotations.NullMarked;
