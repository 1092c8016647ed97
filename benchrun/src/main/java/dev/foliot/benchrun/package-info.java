/** Runs of bench: forks of arms, in their order, with sweep, search and comparison. */
@NullMarked
package dev.foliot.benchrun;

import org.jspecify.annotations.NullMarked;
