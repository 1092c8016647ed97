/** Counters, samples and watchpoints of perf_event_open(2). */
@NullMarked
package dev.foliot.linux.perf;

import org.jspecify.annotations.NullMarked;
