/** The memory that threads read and write, by perf's samples of data addresses. */
@NullMarked
package dev.foliot.diagnose.counters.access;

import org.jspecify.annotations.NullMarked;
