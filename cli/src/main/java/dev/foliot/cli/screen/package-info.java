/** What every command prints with: streams, tables, emphasis, progress. */
@NullMarked
package dev.foliot.cli.screen;

import org.jspecify.annotations.NullMarked;
