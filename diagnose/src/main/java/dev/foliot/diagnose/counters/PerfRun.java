package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.counters.capture.Capture;
import dev.foliot.diagnose.counters.capture.CaptureException;
import dev.foliot.diagnose.counters.capture.CaptureFile;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.Threads;
import dev.foliot.linux.process.Programs;
import dev.foliot.linux.reason.CountersReason;
import dev.foliot.linux.reason.CountersReason.EventsUncounted;
import dev.foliot.linux.reason.CountersReason.EventsUnsupported;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One examination of the counters. Used once, by one thread.
 *
 * <p>It counts the granted events first. The top-down levels follow in a run of their own, because
 * the two would otherwise share the counters by turns.
 */
final class PerfRun {
  /** No event name contains it. */
  static final String SEPARATOR = ";";

  private static final long LEAST_INTERVAL_MS = 100;
  private static final long MOST_INTERVAL_MS = 1_000;
  private static final long INTERVALS = 5;

  /** The top-down levels take one part in this many of the time. */
  private static final int LEVELS_PART = 4;

  /** An event on a thread needs a file descriptor, and work at each thread switch. */
  private static final int MOST_DESCRIPTORS = 8_192;

  private static final int LEAST_PER_THREAD = 4;
  private static final int MOST_PER_THREAD = 32;
  private static final int LONGEST_COMPLAINT = 300;
  private static final double WHOLE = 0.9;
  private static final double NS_PER_S = 1e9;
  private static final double MS_PER_S = 1e3;

  /** Every processor with counters counts this. */
  private static final String FOREMOST = "cycles per instruction";

  private final Path root;
  private final long pid;
  private final Duration duration;
  private final Programs tools;
  private final Granted.Probe probe;

  PerfRun(Path root, long pid, Duration duration, Programs tools, Granted.Probe probe) {
    this.root = root;
    this.pid = pid;
    this.duration = duration;
    this.tools = tools;
    this.probe = probe;
  }

  ExaminationRecord record() {
    Reading<List<Long>> threads = Threads.of(root, pid);
    if (threads instanceof Reading.Unavailable<List<Long>> none) {
      return unavailable(none.why());
    }
    int count = Math.max(1, threads.orElse(List.of()).size());
    int most = Math.clamp(MOST_DESCRIPTORS / count, LEAST_PER_THREAD, MOST_PER_THREAD);
    return switch (PerfChild.in(tools)) {
      case Reading.Unavailable<PerfChild> none -> unavailable(none.why());
      case Reading.Value<PerfChild>(PerfChild perf) ->
          switch (Granted.on(pid, most, perf, probe)) {
            case Reading.Unavailable<Granted> none -> unavailable(none.why());
            case Reading.Value<Granted>(Granted granted) -> count(perf, granted);
          };
    };
  }

  private ExaminationRecord count(PerfChild perf, Granted granted) {
    Attached attached = new Attached(root, pid, perf);
    Duration ofLevels =
        granted.groups().isEmpty() ? Duration.ZERO : duration.dividedBy(LEVELS_PART);
    Duration ofEvents = duration.minus(ofLevels);
    long interval =
        Math.clamp(ofEvents.toMillis() / INTERVALS, LEAST_INTERVAL_MS, MOST_INTERVAL_MS);
    long intervals = Math.max(1, Math.round((double) ofEvents.toMillis() / interval));
    return switch (attached.count(granted.words(), Duration.ofMillis(interval), intervals)) {
      case Reading.Unavailable<PerfChild.Left> none -> unavailable(none.why());
      case Reading.Value<PerfChild.Left>(PerfChild.Left left) -> {
        ExaminationRecord counted = judged(left, granted, ofEvents);
        boolean more = !granted.groups().isEmpty() && !left.interrupted() && !isGone();
        yield more && counted.status() != Status.UNAVAILABLE
            ? TopDown.of(attached, granted.groups(), ofLevels).addedTo(counted)
            : counted;
      }
    };
  }

  private ExaminationRecord judged(PerfChild.Left left, Granted granted, Duration asked) {
    Capture capture;
    try {
      capture = CaptureFile.parse("perf", left.out());
    } catch (CaptureException e) {
      return nothing(left);
    }
    if (capture.counts().isEmpty()) {
      return nothing(left);
    }
    List<Reason> faults = new ArrayList<>(granted.couldNot());
    early(capture, left, asked).ifPresent(faults::addFirst);
    capture.notes().stream().filter(EventsUncounted.class::isInstance).forEach(faults::add);
    // a missing feature of the machine is reported, but is no failure
    List<Reason> lacking = new ArrayList<>(granted.lacking());
    for (CountersReason.CaptureNote note : capture.notes()) {
      if (note instanceof EventsUnsupported(List<String> events)) {
        lacking.add(new CountersReason.ExaminedWithout(events));
      }
    }
    if (granted.hardware() && !capture.metrics().containsKey(FOREMOST)) {
      faults.add(new CountersReason.CyclesUncounted());
    }
    CountersText text = new CountersText(capture, granted.hardware());
    List<Reason> couldNot = new ArrayList<>(faults);
    couldNot.addAll(lacking);
    return ExaminationRecord.of(
            faults.isEmpty() ? Status.DONE : Status.PARTIAL,
            faults.isEmpty() ? null : faults.getFirst(),
            text.summary(),
            text.lookedAt(),
            couldNot)
        .with(new ExaminationRecord.Counts(counters(capture), Map.of()));
  }

  /** Why the counts cover less than requested; empty if they do not. */
  private Optional<Reason> early(Capture capture, PerfChild.Left left, Duration asked) {
    double countedS = capture.counts().getOrDefault("duration_time", 0.0) / NS_PER_S;
    if (!left.interrupted() && countedS >= WHOLE * asked.toMillis() / MS_PER_S) {
      return Optional.empty();
    }
    CountersReason.Cut why =
        left.interrupted()
            ? CountersReason.Cut.INTERRUPTED
            : isGone() ? CountersReason.Cut.PROCESS_ENDED : CountersReason.Cut.PERF_ENDED;
    return Optional.of(new CountersReason.CountingCut(why, countedS, left.exit()));
  }

  private boolean isGone() {
    return Attached.isGone(root, pid);
  }

  private ExaminationRecord nothing(PerfChild.Left left) {
    if (left.interrupted()) {
      return unavailable(new SystemReason.Interrupted(SystemReason.Interruption.COUNTING));
    }
    if (isGone()) {
      return unavailable(new CountersReason.EndedUncounted());
    }
    String complaint = left.err().strip().replaceAll("\\s+", " ");
    return unavailable(
        new CountersReason.PerfCountedNothing(
            left.exit(),
            Shown.text(
                complaint.substring(0, Math.min(LONGEST_COMPLAINT, complaint.length())),
                LONGEST_COMPLAINT),
            PerfFailure.of(left.exit(), complaint).remedy()));
  }

  /** Uses perf's names, because a comparison must recognise user-mode-only counts. */
  private static Map<String, Double> counters(Capture capture) {
    Map<String, Double> counters = new LinkedHashMap<>();
    capture.counts().forEach((event, count) -> counters.put(capture.marked(event), count));
    return counters;
  }

  private static ExaminationRecord unavailable(Reason why) {
    Reason nothing = new CountersReason.NothingCounted(why);
    return ExaminationRecord.of(
        Status.UNAVAILABLE,
        nothing,
        "could not look: " + new Reading.Unavailable<>(why).reason(),
        List.of(),
        List.of(nothing));
  }
}
