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
 * Adds up what the lines of a capture say: counts over intervals, CPUs and threads; metrics as
 * their mean. For one thread.
 *
 * <p>perf scales a count that had its counter for part of the time. On hybrid processors it scales
 * the count of each kind of core as if the program had run there alone, so that their sum counts
 * twice; there the scaling is taken back, and what is left is what was counted.
 */
final class Tally {
  /** Below it a count is an extrapolation worth telling. */
  private static final double WHOLE_PERCENT = 99;

  private static final double NS = 1e9;

  /** perf's name for the time that went by, which is the same on all CPUs: not to be added up. */
  private static final String ELAPSED = "duration_time";

  /** Of which each thread or CPU has its own part. Over intervals it is worked out from counts. */
  private static final String CPUS = "CPUs utilized";

  /** What perf puts behind an event that leaves the kernel out. */
  private static final String USER = ":u";

  /** These go on whatever the mode, so perf's mark says nothing. */
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

  /** Adds a count; {@code percent} of the time it had a counter. */
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

  /** With its mark: what leaves the kernel out is not added to what does not. */
  private static String key(EventName event) {
    return event.userOnly() && !CLOCKS.contains(event.name()) ? event.name() + USER : event.name();
  }

  /** The name without its mark, unless the event was counted as a whole too. */
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

  /** Notes that an event has no count; whether the machine does not have it, as perf says. */
  void missing(String printed, boolean isUnsupported) {
    missing.putIfAbsent(key(EventName.of(printed)), isUnsupported);
  }

  /** Adds a metric that the tool worked out. */
  void metric(String name, double value) {
    Mean mean = means.computeIfAbsent(name, unknown -> new Mean());
    mean.sum += value;
    mean.count++;
  }

  /** A time stamp in seconds since the start. */
  void at(double seconds) {
    lastSecond = Math.max(lastSecond, seconds);
  }

  boolean isEmpty() {
    return sums.isEmpty() && means.isEmpty();
  }

  /** The capture; refuses one without any figure. */
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
