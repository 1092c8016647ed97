/**
 * Pure functions over samples: quantiles, intervals, episodes and tests.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.foliot.stats;

import org.jspecify.annotations.NullMarked;
