package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.counters.capture.Capture;
import dev.foliot.diagnose.counters.capture.CaptureException;
import dev.foliot.diagnose.counters.capture.CaptureFile;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.PerfEvent;
import dev.foliot.linux.perf.PerfProbe;
import dev.foliot.linux.perf.PerfTarget;
import dev.foliot.linux.reason.CountersReason;
import dev.foliot.linux.reason.CountersReason.EventsUnsupported;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The events that this machine grants, each tried beforehand.
 *
 * @param words the options that request them from perf
 * @param descriptors how many file descriptors they take for each thread
 * @param hardware whether the processor's own are among them
 * @param groups perf's metric groups for the top-down levels; empty for none
 * @param lacking events that this machine lacks, in every examination
 * @param couldNot events that are not granted, with reason and remedy
 */
record Granted(
    List<String> words,
    int descriptors,
    boolean hardware,
    List<String> groups,
    List<Reason> lacking,
    List<Reason> couldNot) {
  private static final Duration TRIAL = Duration.ofSeconds(5);
  private static final List<String> SOFTWARE =
      List.of("task-clock", "context-switches", "cpu-migrations", "page-faults");

  /** Events of a thread in user mode, where only that is allowed. */
  private static final List<String> SOFTWARE_OF_USER = List.of("task-clock", "page-faults");

  /** Keeps copies. */
  Granted {
    words = List.copyOf(words);
    groups = List.copyOf(groups);
    lacking = List.copyOf(lacking);
    couldNot = List.copyOf(couldNot);
  }

  /**
   * Tries the events.
   *
   * @param most how many file descriptors they may take for each thread
   */
  static Reading<Granted> on(long pid, int most, PerfChild perf, Probe probe) {
    Reading<String> whole =
        probe.opens(PerfEvent.Software.CONTEXT_SWITCHES, PerfTarget.thread(pid).withKernel());
    List<Reason> lacking = new ArrayList<>();
    List<Reason> couldNot = new ArrayList<>();
    List<String> events = new ArrayList<>();
    List<String> groups = new ArrayList<>();
    switch (whole) {
      case Reading.Value<String> all -> events.addAll(SOFTWARE);
      case Reading.Unavailable<String> none -> {
        Reading<String> own = probe.opens(PerfEvent.Software.TASK_CLOCK, PerfTarget.thread(pid));
        if (own instanceof Reading.Unavailable<String> refused) {
          return refused.retyped();
        }
        events.addAll(SOFTWARE_OF_USER);
        // without the process id, which would make the diagnoses of two nodes differ
        couldNot.add(
            new CountersReason.SwitchesUncounted(
                Reasons.withStrings(
                    none.why(), text -> text.replace("thread " + pid, "the process"))));
      }
    }
    boolean hardware =
        switch (probe.counts(PerfEvent.Hardware.CYCLES)) {
          case Reading.Value<Long> counted -> {
            TopDown.MetricGroups levels = TopDown.MetricGroups.on(most, perf);
            groups.addAll(levels.granted());
            hardware(most - descriptors(events), perf, levels, events, lacking, couldNot);
            yield true;
          }
          case Reading.Unavailable<Long> none -> {
            lacking.add(new CountersReason.NoHardwareCounters(none.why()));
            yield false;
          }
        };
    List<String> words = new ArrayList<>();
    events.forEach(event -> words.addAll(List.of("-e", event)));
    return Reading.of(new Granted(words, descriptors(events), hardware, groups, lacking, couldNot));
  }

  /** Whether the kernel counts it, without the processor's counters. */
  static boolean isSoftware(String event) {
    return SOFTWARE.contains(event);
  }

  private static int descriptors(List<String> events) {
    return events.stream().mapToInt(Granted::descriptors).sum();
  }

  /** A group takes one for each of its events. */
  private static int descriptors(String event) {
    return (int) event.chars().filter(c -> c == ',').count() + 1;
  }

  private static void hardware(
      int most,
      PerfChild perf,
      TopDown.MetricGroups levels,
      List<String> events,
      List<Reason> lacking,
      List<Reason> couldNot) {
    List<String> refused = new ArrayList<>();
    List<String> tooMany = new ArrayList<>();
    int left = most;
    List<HardwareEvents> wanted = new ArrayList<>(HardwareEvents.ALL);
    if (levels.granted().isEmpty()) {
      wanted.add(HardwareEvents.LEVELS);
    }
    for (HardwareEvents one : wanted) {
      boolean known = false;
      for (Iterator<List<String>> ways = one.ways().iterator(); !known && ways.hasNext(); ) {
        for (String event : ways.next()) {
          if (left < descriptors(event)) {
            tooMany.add(event);
            known = true;
          } else if (counts(perf, event)) {
            events.add(event);
            left -= descriptors(event);
            known = true;
          }
        }
      }
      if (!known) {
        refused.add(one.title());
      }
    }
    refused.addAll(levels.refused());
    tooMany.addAll(levels.tooMany());
    if (!refused.isEmpty()) {
      lacking.add(new CountersReason.EventsRefused(refused));
    }
    if (!tooMany.isEmpty()) {
      couldNot.add(new CountersReason.EventsLeftOut(tooMany));
    }
  }

  /** Whether perf counts it for a program that does nothing. */
  private static boolean counts(PerfChild perf, String event) {
    List<String> words =
        List.of("stat", "-x", PerfRun.SEPARATOR, "--log-fd", "1", "-e", event, "--", "true");
    return switch (perf.run(words, TRIAL)) {
      case Reading.Unavailable<PerfChild.Left> refused -> false;
      case Reading.Value<PerfChild.Left>(PerfChild.Left left) ->
          left.exit() == 0 && isCounted(left.out());
    };
  }

  /** An event without a figure is listed but does not count here. */
  private static boolean isCounted(String out) {
    try {
      Capture capture = CaptureFile.parse("perf", out);
      return !capture.counts().isEmpty()
          && capture.notes().stream().noneMatch(EventsUnsupported.class::isInstance);
    } catch (CaptureException e) {
      return false;
    }
  }

  /** The counters that the kernel grants this process. */
  interface Probe {
    /** Probes the kernel by trial. */
    Probe LIVE =
        new Probe() {
          @Override
          public Reading<Long> counts(PerfEvent event) {
            return PerfProbe.counts(event);
          }

          @Override
          public Reading<String> opens(PerfEvent event, PerfTarget target) {
            return PerfProbe.opens(event, target);
          }
        };

    /** Counts an event of the calling thread during a little work. */
    Reading<Long> counts(PerfEvent event);

    /** Opens an event on a target and closes it again. */
    Reading<String> opens(PerfEvent event, PerfTarget target);
  }
}
