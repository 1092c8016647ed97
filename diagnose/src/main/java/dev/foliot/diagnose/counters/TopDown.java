package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.counters.capture.Capture;
import dev.foliot.diagnose.counters.capture.CaptureException;
import dev.foliot.diagnose.counters.capture.CaptureFile;
import dev.foliot.linux.Reading;
import dev.foliot.store.ExaminationRecord;
import dev.foliot.store.ExaminationRecord.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * For what share of its slots a JVM did work, waited or worked in vain: the levels of the top-down
 * method, as perf works them out of its metric groups. Immutable.
 *
 * @param shares in per cent, by perf's names with the unit
 * @param lookedAt in words with figures
 * @param faults why there are no shares, with what helps
 */
record TopDown(Map<String, Double> shares, List<String> lookedAt, List<String> faults) {
  private static final double NS_PER_S = 1e9;
  private static final int LONGEST_COMPLAINT = 200;
  private static final String WHAT = "top-down levels: ";

  /** Keeps copies. */
  TopDown {
    shares = Collections.unmodifiableMap(new LinkedHashMap<>(shares));
    lookedAt = List.copyOf(lookedAt);
    faults = List.copyOf(faults);
  }

  /** Counts them for {@code time}. */
  static TopDown of(Attached perf, List<String> groups, Duration time) {
    return switch (perf.count(MetricGroups.words(groups), time, 1)) {
      case Reading.Unavailable<PerfChild.Left> none -> fault(none.sentence());
      case Reading.Value<PerfChild.Left>(PerfChild.Left left) -> of(left, groups);
    };
  }

  private static TopDown of(PerfChild.Left left, List<String> groups) {
    String asked = String.join(" ", MetricGroups.words(groups));
    Capture capture;
    try {
      capture = CaptureFile.parse("perf", left.out());
    } catch (CaptureException e) {
      return fault(none(left, asked));
    }
    Map<String, Double> shares = new LinkedHashMap<>();
    capture
        .metrics()
        .forEach((name, value) -> {
          if (isShare(name)) {
            shares.put(name, value);
          }
        });
    if (shares.isEmpty()) {
      return fault(none(left, asked));
    }
    List<String> lines = new ArrayList<>();
    double seconds = capture.counts().getOrDefault("duration_time", 0.0) / NS_PER_S;
    lines.add(
        String.format(
            Locale.ROOT, "%sperf stat %s for %.1f s after the events", WHAT, asked, seconds));
    shares.forEach((name, value) -> lines.add(name + ": " + CountersWords.figure(value)));
    capture.notes().stream()
        .filter(note -> !note.startsWith("not supported"))
        .forEach(note -> lines.add(WHAT + note));
    return new TopDown(shares, lines, List.of());
  }

  /** Of the slots, and not what perf says of branches and caches by the way. */
  private static boolean isShare(String metric) {
    return metric.endsWith(" (%)") && !metric.contains(" of ");
  }

  private static String none(PerfChild.Left left, String asked) {
    if (left.interrupted()) {
      return "interrupted; let it end by itself";
    }
    String complaint = left.err().strip().replaceAll("\\s+", " ");
    return "perf stat "
        + asked
        + " told no share of the slots (exit code "
        + left.exit()
        + ")"
        + (complaint.isEmpty()
            ? ""
            : ": " + complaint.substring(0, Math.min(LONGEST_COMPLAINT, complaint.length())))
        + "; look at a process that is at work, with a perf of 6.0 or later";
  }

  private static TopDown fault(String why) {
    String clean = new Reading.Unavailable<String>(why, "").reason();
    return new TopDown(Map.of(), List.of(), List.of(WHAT + clean));
  }

  /** An examination with what they say. */
  ExaminationRecord addedTo(ExaminationRecord counted) {
    List<String> looked = new ArrayList<>(counted.lookedAt());
    looked.addAll(lookedAt);
    List<String> couldNot = new ArrayList<>(faults);
    couldNot.addAll(counted.couldNot());
    boolean partial = counted.status() == Status.DONE && !faults.isEmpty();
    return new ExaminationRecord(
        partial ? Status.PARTIAL : counted.status(),
        partial ? faults.getFirst() : counted.reason(),
        counted.summary(),
        looked,
        couldNot,
        new ExaminationRecord.Counts(counted.counts().counters(), shares),
        null,
        List.of());
  }
}
