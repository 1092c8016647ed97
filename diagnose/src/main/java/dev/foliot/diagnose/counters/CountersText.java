package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.counters.capture.Capture;
import dev.foliot.linux.reason.CountersReason.EventsUncounted;
import dev.foliot.linux.reason.CountersReason.EventsUnsupported;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Describes the counts in words. */
final class CountersText {
  private static final List<String> FIRST =
      List.of(
          "cycles per instruction",
          "GHz while on a CPU",
          "CPUs used",
          "machine_clears.count per 1000 instructions",
          "context-switches per CPU-second",
          "cpu-migrations per CPU-second",
          "page-faults per CPU-second");
  private static final int MOST_IN_SUMMARY = 3;
  private static final String ELAPSED = "duration_time";

  private final Capture capture;
  private final boolean hardware;

  CountersText(Capture capture, boolean hardware) {
    this.capture = capture;
    this.hardware = hardware;
  }

  /** The summary. A single capture has no findings: it needs a fast one for comparison. */
  String summary() {
    List<String> said = new ArrayList<>();
    for (String name : FIRST) {
      Double value = capture.metrics().get(name);
      if (value != null && said.size() < MOST_IN_SUMMARY) {
        said.add(Numbers.significant(value, 4) + " " + name);
      }
    }
    return (said.isEmpty() ? "counted" : String.join(", ", said))
        + (hardware ? "" : "; no hardware counters here");
  }

  List<String> lookedAt() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "perf stat for "
            + Numbers.duration(capture.counts().getOrDefault(ELAPSED, 0.0))
            + ", all threads");
    for (Map.Entry<String, Double> metric : capture.metrics().entrySet()) {
      lines.add(metric.getKey() + ": " + Numbers.significant(metric.getValue(), 4));
    }
    capture.notes().stream()
        .filter(note -> !note.is(EventsUncounted.class) && !note.is(EventsUnsupported.class))
        .forEach(note -> lines.add(note.text()));
    return lines;
  }
}
