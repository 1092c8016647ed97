package dev.foliot.diagnose.counters.capture;

import dev.foliot.linux.reason.CountersReason.CaptureNote;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counter values of one process, machine or time. Immutable. All texts may come from outside.
 *
 * @param name the file or the run
 * @param format such as {@code perf stat -x}
 * @param counts events by perf's name without modifiers, as counted; {@code task-clock} in
 *     milliseconds, {@code duration_time} in nanoseconds. An event counted both in total and in
 *     user mode appears twice, the latter with its {@code :u}
 * @param metrics rates and shares that do not depend on the duration, by a name with the unit;
 *     totals only without a divisor
 * @param notes limits of the figures: scaled up, not supported, user mode only
 * @param userOnly the events counted in user mode only, by their names in {@code counts}
 * @param errors the uncertainty of metrics: the true value lies within {@code value * exp(-e)} and
 *     {@code value * exp(e)}. Metrics without an entry are as exact as their tool prints them
 * @param cpu the processor as the tool names it; empty for unknown
 */
public record Capture(
    String name,
    String format,
    Map<String, Double> counts,
    Map<String, Double> metrics,
    List<CaptureNote> notes,
    Set<String> userOnly,
    Map<String, Double> errors,
    String cpu) {
  private static final String MARK = ":u";

  /** Keeps copies. */
  public Capture {
    counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    notes = List.copyOf(notes);
    errors = Map.copyOf(errors);
    userOnly = Collections.unmodifiableSet(new LinkedHashSet<>(userOnly));
  }

  /** Whether a metric is a count of the whole capture, which grows with its duration. */
  public boolean isTotal(String metric) {
    return counts.containsKey(metric) || metric.endsWith(" (ms)") || metric.endsWith(" (samples)");
  }

  /** perf's name for an event, with the user-mode mark if it applies. */
  public String marked(String event) {
    return userOnly.contains(event) && !event.endsWith(MARK) ? event + MARK : event;
  }
}
