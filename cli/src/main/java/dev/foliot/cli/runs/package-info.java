/** The commands about stored runs: runs, compare, report, explain, export. */
@NullMarked
package dev.foliot.cli.runs;

import org.jspecify.annotations.NullMarked;
