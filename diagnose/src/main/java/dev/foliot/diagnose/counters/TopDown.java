package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.counters.capture.Capture;
import dev.foliot.diagnose.counters.capture.CaptureException;
import dev.foliot.diagnose.counters.capture.CaptureFile;
import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.CountersReason;
import dev.foliot.linux.reason.CountersReason.EventsUnsupported;
import dev.foliot.linux.reason.CountersReason.LevelsUnknown;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The shares of the CPU's slots by top-down level, from perf's metric groups. Immutable.
 *
 * @param shares in per cent, by perf's names with the unit
 * @param lookedAt text with figures
 * @param limit why the shares are missing; empty if they are known
 */
record TopDown(Map<String, Double> shares, List<String> lookedAt, Optional<LevelsUnknown> limit) {
  private static final int LONGEST_COMPLAINT = 200;
  private static final String WHAT = "top-down levels: ";

  /** Keeps copies. */
  TopDown {
    shares = Collections.unmodifiableMap(new LinkedHashMap<>(shares));
    lookedAt = List.copyOf(lookedAt);
  }

  /** Counts the levels for {@code time}. */
  static TopDown of(Attached perf, List<String> groups, Duration time) {
    return switch (perf.count(MetricGroups.words(groups), time, 1)) {
      case Reading.Unavailable<PerfChild.Left> none -> fault(none.why());
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
    double ns = capture.counts().getOrDefault("duration_time", 0.0);
    lines.add(
        "%sperf stat %s for %s after the events".formatted(WHAT, asked, Numbers.duration(ns)));
    shares.forEach((name, value) -> lines.add(name + ": " + Numbers.significant(value, 4)));
    capture.notes().stream()
        .filter(note -> !note.is(EventsUnsupported.class))
        .forEach(note -> lines.add(WHAT + note.text()));
    return new TopDown(shares, lines, Optional.empty());
  }

  /** Whether it is a share of slots, and not an extra metric on branches or caches. */
  private static boolean isShare(String metric) {
    return metric.endsWith(" (%)") && !metric.contains(" of ");
  }

  private static Reason none(PerfChild.Left left, String asked) {
    if (left.interrupted()) {
      return new SystemReason.Interrupted(SystemReason.Interruption.LEVELS);
    }
    String complaint = left.err().strip().replaceAll("\\s+", " ");
    return new CountersReason.NoLevels(
        asked,
        left.exit(),
        Shown.text(
            complaint.substring(0, Math.min(LONGEST_COMPLAINT, complaint.length())),
            LONGEST_COMPLAINT));
  }

  private static TopDown fault(Reason why) {
    return new TopDown(Map.of(), List.of(), Optional.of(new LevelsUnknown(why)));
  }

  /** Adds the shares to an examination. */
  ExaminationRecord addedTo(ExaminationRecord counted) {
    List<String> looked = new ArrayList<>(counted.lookedAt());
    looked.addAll(lookedAt);
    List<Reason> couldNot = new ArrayList<>();
    limit.ifPresent(couldNot::add);
    couldNot.addAll(counted.limits());
    boolean partial = counted.status() == Status.DONE && limit.isPresent();
    return ExaminationRecord.of(
            partial ? Status.PARTIAL : counted.status(),
            partial ? limit.get() : counted.limit().orElse(null),
            counted.summary(),
            looked,
            couldNot)
        .with(new ExaminationRecord.Counts(counted.counts().counters(), shares));
  }

  /**
   * perf's metric groups for the top-down levels, each tried beforehand. Immutable.
   *
   * <p>Intel's and Arm's groups are {@code TopdownL1} and, on Intel alone, {@code TopdownL2};
   * AMD's, since Zen 4, are {@code PipelineL1} and {@code PipelineL2} [1]. perf ignores case.
   *
   * <p>If perf does not know a group, or the kernel lacks one of its events, perf 6.1 counts its
   * default events instead and exits normally. So the list of groups is checked first. A dry run
   * that counts context switches, an event of no such group, means refusal.
   *
   * <p>[1] tools/perf/pmu-events/arch of Linux: arm64/sbsa.json, x86/amdzen4/pipeline.json,
   * x86/icelakex/icx-metrics.json
   *
   * @param granted their names, the first level first; empty for none
   * @param refused the levels that this machine does not report
   * @param tooMany the levels with more events than allowed
   */
  record MetricGroups(List<String> granted, List<String> refused, List<String> tooMany) {
    private static final Duration TRIAL = Duration.ofSeconds(5);
    private static final List<Levels> VENDORS =
        List.of(new Levels("TopdownL1", "TopdownL2"), new Levels("PipelineL1", "PipelineL2"));
    private static final String NONE = "perf's metric groups TopdownL1 and PipelineL1";
    private static final Pattern AFTER_NAME = Pattern.compile("[\\s:\\[].*");
    private static final String BY_DEFAULT = "context-switches";

    /** The group names of one vendor. */
    private record Levels(String first, String second) {}

    /** Keeps copies. */
    MetricGroups {
      granted = List.copyOf(granted);
      refused = List.copyOf(refused);
      tooMany = List.copyOf(tooMany);
    }

    /** The option that requests them. */
    static List<String> words(List<String> groups) {
      return List.of("-M", String.join(",", groups));
    }

    /**
     * Tries the groups.
     *
     * @param most how many events, and file descriptors for each thread, they may take
     */
    static MetricGroups on(int most, PerfChild perf) {
      Set<String> known = known(perf);
      for (Levels levels : VENDORS) {
        if (known.contains(key(levels.first()))) {
          List<String> wanted = new ArrayList<>(List.of(levels.first()));
          if (known.contains(key(levels.second()))) {
            wanted.add(levels.second());
          }
          return tried(wanted, most, perf);
        }
      }
      return new MetricGroups(List.of(), List.of(NONE), List.of());
    }

    /** Tries them in order: the second level includes the events of the first. */
    private static MetricGroups tried(List<String> wanted, int most, PerfChild perf) {
      for (int count = 1; count <= wanted.size(); count++) {
        int events = events(wanted.subList(0, count), perf);
        if (events == 0 || events > most) {
          List<String> left = wanted.subList(count - 1, wanted.size());
          return new MetricGroups(
              wanted.subList(0, count - 1),
              events == 0 ? left : List.of(),
              events == 0 ? List.of() : left);
        }
      }
      return new MetricGroups(wanted, List.of(), List.of());
    }

    /** The known names in lower case. A line begins with a name; newer versions add a colon. */
    private static Set<String> known(PerfChild perf) {
      Set<String> known = new HashSet<>();
      if (perf.run(List.of("list", "--no-desc", "metricgroup"), TRIAL)
          instanceof Reading.Value<PerfChild.Left>(PerfChild.Left left)) {
        left.out()
            .lines()
            .map(line -> key(AFTER_NAME.matcher(line.strip()).replaceFirst("")))
            .forEach(known::add);
      }
      return known;
    }

    private static String key(String group) {
      return group.toLowerCase(Locale.ROOT);
    }

    /** The number of events for a program that does nothing; 0 if refused. */
    private static int events(List<String> groups, PerfChild perf) {
      List<String> words =
          new ArrayList<>(List.of("stat", "-x", PerfRun.SEPARATOR, "--log-fd", "1"));
      words.addAll(words(groups));
      words.addAll(List.of("--", "true"));
      return switch (perf.run(words, TRIAL)) {
        case Reading.Unavailable<PerfChild.Left> refused -> 0;
        case Reading.Value<PerfChild.Left>(PerfChild.Left left) ->
            left.exit() == 0 && areCounted(left.out()) ? events(left.out()) : 0;
      };
    }

    private static boolean areCounted(String out) {
      try {
        Capture capture = CaptureFile.parse("perf", out);
        return !capture.counts().containsKey(BY_DEFAULT)
            && capture.notes().stream().noneMatch(EventsUnsupported.class::isInstance);
      } catch (CaptureException e) {
        return false;
      }
    }

    /** A line that continues the metrics of the line before begins with the separator. */
    private static int events(String out) {
      return (int)
          out.lines()
              .filter(line -> !line.isBlank())
              .filter(line -> !line.startsWith(PerfRun.SEPARATOR) && !line.startsWith("#"))
              .count();
    }
  }
}
