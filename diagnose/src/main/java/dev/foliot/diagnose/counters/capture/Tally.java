package dev.foliot.diagnose.counters.capture;

import dev.foliot.text.CountersReason;
import dev.foliot.text.CountersReason.CaptureNote;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * Sums the lines of a capture. For one thread.
 *
 * <p>Counts are summed over intervals, CPUs and threads; metrics are averaged. perf scales a count
 * whose counter ran for part of the time. On hybrid processors it scales each core type as if the
 * program had used that type alone, so the sum counts twice. There the scaling is undone, which
 * leaves the counted events.
 */
final class Tally {
  /** Below this a count is an extrapolation to report. */
  private static final double WHOLE_PERCENT = 99;

  private static final double NS = 1e9;

  /** perf's name for the elapsed time, the same on all CPUs: never summed. */
  private static final String ELAPSED = "duration_time";

  /** Each thread or CPU has its own share. Over intervals it is derived from counts. */
  private static final String CPUS = "CPUs utilized";

  /** perf's mark for an event without the kernel. */
  private static final String USER = ":u";

  /** Clocks run in every mode, so the mark is meaningless. */
  private static final Set<String> CLOCKS = Set.of(ELAPSED, "task-clock", "cpu-clock");

  private final Map<String, Map<String, Sum>> sums = new LinkedHashMap<>();
  private final Map<String, Mean> means = new LinkedHashMap<>();
  private final Map<String, Boolean> missing = new LinkedHashMap<>();
  private double lastSecond;

  private static final class Sum {
    private double scaled;
    private double counted;
    private double leastPercent = 100;
  }

  private static final class Mean {
    private double sum;
    private int count;
  }

  /** Adds a count whose counter ran for {@code percent} of the time. */
  void count(String printed, double value, OptionalDouble percent) {
    EventName event = EventName.of(printed);
    Sum sum =
        sums.computeIfAbsent(key(event), name -> new LinkedHashMap<>())
            .computeIfAbsent(event.pmu(), pmu -> new Sum());
    double running = percent.orElse(100);
    if (event.name().equals(ELAPSED)) {
      sum.scaled = Math.max(sum.scaled, value);
      return;
    }
    sum.scaled += value;
    sum.counted += value * running / 100;
    sum.leastPercent = Math.min(sum.leastPercent, running);
  }

  /** The key includes the mark: user-mode counts are not added to total counts. */
  private static String key(EventName event) {
    return event.userOnly() && !CLOCKS.contains(event.name()) ? event.name() + USER : event.name();
  }

  /** The name without its mark, unless the event was counted in total, too. */
  private String shown(String key) {
    String plain = isUserOnly(key) ? key.substring(0, key.length() - USER.length()) : key;
    return sums.containsKey(plain) ? key : plain;
  }

  private static boolean isUserOnly(String key) {
    return key.endsWith(USER);
  }

  private Set<String> userOnly() {
    Set<String> names = new LinkedHashSet<>();
    sums.keySet().stream().filter(Tally::isUserOnly).map(this::shown).forEach(names::add);
    return names;
  }

  /** Notes an event without a count, and whether perf says that the machine lacks it. */
  void missing(String printed, boolean isUnsupported) {
    missing.putIfAbsent(key(EventName.of(printed)), isUnsupported);
  }

  /** Adds a metric of the tool. */
  void metric(String name, double value) {
    Mean mean = means.computeIfAbsent(name, unknown -> new Mean());
    mean.sum += value;
    mean.count++;
  }

  /** Takes a time stamp in seconds since the start. */
  void at(double seconds) {
    lastSecond = Math.max(lastSecond, seconds);
  }

  boolean isEmpty() {
    return sums.isEmpty() && means.isEmpty();
  }

  /** The capture; refuses one without figures. */
  Capture capture(String name, String format) {
    if (isEmpty()) {
      throw new CaptureException(
          name
              + ": no figure in it"
              + (missing.isEmpty()
                  ? ": capture again"
                  : ": perf could count none of its events ("
                      + CountersReason.named(missing.keySet())
                      + "); capture on a machine that shows its counters"));
    }
    Map<String, Double> counts = counts();
    Map<String, Double> given = new LinkedHashMap<>();
    means.forEach((metric, mean) ->
        given.put(metric, metric.equals(CPUS) ? mean.sum : mean.sum / mean.count));
    return new Capture(
        name, format, counts, new Derivation(counts, given).metrics(), notes(), userOnly());
  }

  private Map<String, Double> counts() {
    Map<String, Double> counts = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    sums.forEach((event, ofPmus) -> {
      boolean hybrid = isHybrid(ofPmus.keySet());
      counts.merge(
          shown(event),
          ofPmus.values().stream().mapToDouble(sum -> hybrid ? sum.counted : sum.scaled).sum(),
          Double::sum);
    });
    if (lastSecond > 0) {
      counts.putIfAbsent(ELAPSED, Math.rint(lastSecond * NS));
    }
    return counts;
  }

  private static boolean isHybrid(Collection<String> pmus) {
    return pmus.contains(EventName.BIG) && pmus.contains(EventName.LITTLE);
  }

  private List<CaptureNote> notes() {
    List<CaptureNote> notes = new ArrayList<>();
    List<String> scaled = new ArrayList<>();
    List<String> both = new ArrayList<>();
    sums.forEach((event, ofPmus) -> {
      double least =
          ofPmus.values().stream().mapToDouble(sum -> sum.leastPercent).min().orElse(100);
      if (isHybrid(ofPmus.keySet())) {
        both.add(shown(event));
      } else if (least < WHOLE_PERCENT) {
        scaled.add(shown(event) + " " + Numbers.percent(least / 100, 0));
      }
    });
    if (!scaled.isEmpty()) {
      notes.add(new CountersReason.CountsScaled(scaled));
    }
    if (!both.isEmpty()) {
      notes.add(new CountersReason.CountsAddedUp(both));
    }
    missing.values().stream()
        .distinct()
        .forEach(isUnsupported ->
            notes.add(
                isUnsupported
                    ? new CountersReason.EventsUnsupported(missing(true))
                    : new CountersReason.EventsUncounted(missing(false))));
    Set<String> userOnly = userOnly();
    if (!userOnly.isEmpty()) {
      notes.add(new CountersReason.UserModeOnly(List.copyOf(userOnly)));
    }
    return notes;
  }

  private List<String> missing(boolean isUnsupported) {
    return missing.entrySet().stream()
        .filter(entry -> entry.getValue() == isUnsupported)
        .map(entry ->
            shown(entry.getKey()) + (sums.containsKey(entry.getKey()) ? " (some of the time)" : ""))
        .toList();
  }
}
