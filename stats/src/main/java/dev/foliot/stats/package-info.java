/** Pure functions over samples: quantiles, intervals, episodes and tests. */
@NullMarked
package dev.foliot.stats;

import org.jspecify.annotations.NullMarked;
