package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.counters.capture.Capture;
import dev.foliot.diagnose.counters.capture.CaptureException;
import dev.foliot.diagnose.counters.capture.CaptureFile;
import dev.foliot.diagnose.counters.capture.RoundsFile;
import dev.foliot.linux.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Events in groups that the processor counts at the same time, so that none shares a counter.
 *
 * <p>How many fit is tried, and not known: hyper-threading, the kernel's watchdog and other users
 * of counters change it. perf's braces make a group, which is counted whole or not at all.
 *
 * @param all the options of perf stat for each round
 * @param ofLevels whether the last round has the top-down levels alone
 */
record Rounds(List<List<String>> all, boolean ofLevels) {
  private static final Duration TRIAL = Duration.ofSeconds(5);
  private static final String BASE = "cycles,instructions";

  /** More events than this never fit. */
  private static final int MOST_IN_GROUP = 10;

  /** Keeps copies. */
  Rounds {
    all = all.stream().map(List::copyOf).toList();
  }

  /** Packs the granted events. */
  static Rounds of(Granted granted, PerfChild perf) {
    List<String> events = Stream.of(granted.words()).flatMap(List::stream).toList();
    List<String> software = new ArrayList<>();
    List<String> hardware = new ArrayList<>();
    for (String event : events) {
      if (Granted.isSoftware(event)) {
        software.add(event);
      } else if (!event.equals("-e") && !event.equals("{" + BASE + "}")) {
        hardware.add(event.startsWith("{") ? event.substring(1, event.length() - 1) : event);
      }
    }
    List<String> groups = packed(hardware, perf);
    List<List<String>> rounds = new ArrayList<>();
    for (String group : groups.isEmpty() ? List.of(BASE) : groups) {
      List<String> words = new ArrayList<>();
      software.forEach(event -> words.addAll(List.of("-e", event)));
      words.addAll(List.of("-e", "{" + group + "}"));
      rounds.add(words);
    }
    if (!granted.groups().isEmpty()) {
      rounds.add(TopDown.MetricGroups.words(granted.groups()));
    }
    return new Rounds(rounds, !granted.groups().isEmpty());
  }

  /** Each event goes into the latest group if that still fits, and begins a new one otherwise. */
  private static List<String> packed(List<String> events, PerfChild perf) {
    List<String> groups = new ArrayList<>();
    String last = "";
    for (String event : events) {
      // slots must lead a group of its own levels
      String begun = event.startsWith("slots") ? event + "," + BASE : BASE + "," + event;
      if (!last.isEmpty() && !event.startsWith("slots") && fits(last + "," + event, perf)) {
        last += "," + event;
        groups.set(groups.size() - 1, last);
      } else {
        last = fits(begun, perf) ? begun : event;
        groups.add(last);
      }
    }
    return groups;
  }

  private static boolean fits(String group, PerfChild perf) {
    List<String> names = List.of(group.split(","));
    if (names.size() > MOST_IN_GROUP) {
      return false;
    }
    List<String> words =
        List.of(
            "stat",
            "-x",
            RoundsFile.SEPARATOR,
            "--log-fd",
            "1",
            "-e",
            "{" + group + "}",
            "--",
            "true");
    return switch (perf.run(words, TRIAL)) {
      case Reading.Unavailable<PerfChild.Left> refused -> false;
      case Reading.Value<PerfChild.Left>(PerfChild.Left left) ->
          left.exit() == 0 && hasAll(left.out(), names);
    };
  }

  private static boolean hasAll(String out, List<String> names) {
    try {
      Capture capture = CaptureFile.parse("perf", out);
      return capture.counts().keySet().containsAll(names);
    } catch (CaptureException e) {
      return false;
    }
  }
}
