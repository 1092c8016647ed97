/** Differences between two runs, and baselines for comparisons. */
@NullMarked
package dev.foliot.store.comparison;

import org.jspecify.annotations.NullMarked;
