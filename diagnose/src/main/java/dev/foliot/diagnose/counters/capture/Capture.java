package dev.foliot.diagnose.counters.capture;

import dev.foliot.text.CountersReason.CaptureNote;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What counters said of one process, machine or time. Immutable. All texts may come from outside.
 *
 * @param name the file or the run
 * @param format as {@code perf stat -x}
 * @param counts events by perf's name without modifiers, as they were counted; {@code task-clock}
 *     in milliseconds, {@code duration_time} in nanoseconds. An event that was counted as a whole
 *     and in user mode only is there twice, the latter with its {@code :u}
 * @param metrics rates and shares that do not depend on how long was counted, by a name that says
 *     the unit; totals only where nothing is there to divide them by
 * @param notes what limits the figures: scaled up, not supported, user mode only
 * @param userOnly which of the events were counted in user mode only, by the names that they have
 *     in {@code counts}
 */
public record Capture(
    String name,
    String format,
    Map<String, Double> counts,
    Map<String, Double> metrics,
    List<CaptureNote> notes,
    Set<String> userOnly) {
  private static final String MARK = ":u";

  /** Keeps copies. */
  public Capture {
    counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    notes = List.copyOf(notes);
    userOnly = Collections.unmodifiableSet(new LinkedHashSet<>(userOnly));
  }

  /** An event as perf names it, with the mark that leaves the kernel out where it was. */
  public String marked(String event) {
    return userOnly.contains(event) && !event.endsWith(MARK) ? event + MARK : event;
  }
}
