/**
 * HotSpot's own counters, which jps and jstat read too.
 *
 * <pre>{@code
 * PerfData data = jvm.perfData().toOptional().orElseThrow();
 * long safepoints = data.counter("sun.rt.safepoints").map(PerfData.Counter::value).orElse(0L);
 * }</pre>
 *
 * <p>They are read from the JVM's memory, so the file below {@code /tmp} need not be there. Values
 * and texts are the target's: at most 10,000 counters, names of 256 bytes and texts of 1,000.
 * Unavailable with {@code -XX:-UsePerfData}. A {@link dev.foliot.hotspot.perf.PerfData} is the
 * state of one moment and immutable.
 */
@NullMarked
package dev.foliot.hotspot.perf;

import org.jspecify.annotations.NullMarked;
