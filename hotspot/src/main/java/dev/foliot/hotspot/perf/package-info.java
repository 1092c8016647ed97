/**
 * HotSpot's own counters, which jps and jstat read too.
 *
 * <pre>{@code
 * PerfData data = jvm.perfData().toOptional().orElseThrow();
 * long safepoints = data.counter("sun.rt.safepoints").map(PerfData.Counter::value).orElse(0L);
 * }</pre>
 *
 * <p>They come from the JVM's memory, so the file below {@code /tmp} is not needed. Values and
 * texts are the target's: at most 10,000 counters, names of 256 bytes and texts of 1,000.
 * Unavailable with {@code -XX:-UsePerfData}. A {@link dev.foliot.hotspot.perf.PerfData} is
 * immutable and describes one moment.
 */
@NullMarked
package dev.foliot.hotspot.perf;

import org.jspecify.annotations.NullMarked;
