/** Flame graphs of profiled forks. */
@NullMarked
package dev.foliot.report.flame;

import org.jspecify.annotations.NullMarked;
