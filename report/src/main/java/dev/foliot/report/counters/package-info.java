/** The page of hardware counters that were compared. */
@NullMarked
package dev.foliot.report.counters;

import org.jspecify.annotations.NullMarked;
