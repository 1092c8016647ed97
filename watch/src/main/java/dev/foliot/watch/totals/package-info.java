/** What a watch has seen since its start, for monitoring systems. */
@NullMarked
package dev.foliot.watch.totals;

import org.jspecify.annotations.NullMarked;
