package dev.foliot.diagnose.counters.capture;

import dev.foliot.linux.reason.CountersReason;
import dev.foliot.linux.reason.CountersReason.CaptureNote;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
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

  /** Fewer CPUs are printed with too few digits to give the elapsed time. */
  private static final double LEAST_CPUS = 0.1;

  /** perf's name for the elapsed time, the same on all CPUs: never summed. */
  private static final String ELAPSED = "duration_time";

  /** Each thread or CPU has its own share. Over intervals it is derived from counts. */
  private static final String CPUS = "CPUs utilized";

  /** perf's mark for an event without the kernel. */
  private static final String USER = ":u";

  private static final List<String> CPU_TIME = List.of("task-clock", "cpu-clock");

  /** Clocks run in every mode, so the mark is meaningless. */
  private static final Set<String> CLOCKS = Set.of(ELAPSED, "task-clock", "cpu-clock");

  private final Map<String, Map<String, Sum>> sums = new LinkedHashMap<>();
  private final Map<String, Mean> means = new LinkedHashMap<>();
  private final Map<String, Boolean> missing = new LinkedHashMap<>();
  private double lastSecond;
  private String cpu = "";

  /**
   * How far an event was counted.
   *
   * @param percent of the time that its counter ran
   * @param runningNs the time that its counter ran
   * @param spread the standard error of the mean of several runs, as a share of the mean
   */
  record Extent(OptionalDouble percent, OptionalDouble runningNs, double spread) {
    static final Extent WHOLE = new Extent(OptionalDouble.empty(), OptionalDouble.empty(), 0);

    /** The time for which perf wanted to count. */
    private double enabledNs() {
      double share = percent.orElse(100) / 100;
      return runningNs.isPresent() && share > 0 ? runningNs.getAsDouble() / share : 0;
    }
  }

  private static final class Sum {
    private double scaled;
    private double counted;
    private double leastPercent = 100;
    private double enabledNs;
    private double spreadSquares;
    private double extra;

    /** The uncertainty: of the extrapolation, of several runs, of few events. */
    private double error() {
      double spread = scaled > 0 ? Math.sqrt(spreadSquares) / scaled : 0;
      double share = scaled > 0 ? counted / scaled : leastPercent / 100;
      return Uncertainty.of(
          Uncertainty.ofShare(share),
          Uncertainty.ofCount(counted),
          Uncertainty.ofMean(spread),
          extra);
    }
  }

  private static final class Mean {
    private double sum;
    private int count;
    private double error;
  }

  /** Adds a count. */
  void count(String printed, double value, Extent extent) {
    Sum sum = sum(printed);
    double running = extent.percent().orElse(100);
    if (EventName.of(printed).name().equals(ELAPSED)) {
      sum.scaled = Math.max(sum.scaled, value);
      return;
    }
    sum.scaled += value;
    sum.counted += value * running / 100;
    sum.leastPercent = Math.min(sum.leastPercent, running);
    sum.enabledNs += extent.enabledNs();
    double spread = value * extent.spread();
    sum.spreadSquares += spread * spread;
  }

  /** Adds a count that a tool worked out of samples. */
  void sampled(String printed, double value, double samples) {
    extrapolated(printed, value, Extent.WHOLE, samples);
  }

  /** Adds a count that was worked out of so many events. */
  void extrapolated(String printed, double value, Extent extent, double events) {
    count(printed, value, extent);
    sum(printed).extra = Uncertainty.ofCount(events);
  }

  private Sum sum(String printed) {
    EventName event = EventName.of(printed);
    return sums.computeIfAbsent(key(event), name -> new LinkedHashMap<>())
        .computeIfAbsent(event.pmu(), pmu -> new Sum());
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
    metric(name, value, OptionalDouble.empty());
  }

  /** Adds a metric of the tool whose events were counted for {@code percent} of the time. */
  void metric(String name, double value, OptionalDouble percent) {
    Mean mean = means.computeIfAbsent(name, unknown -> new Mean());
    mean.sum += value;
    mean.count++;
    double error = Uncertainty.ofShare(percent.orElse(100) / 100);
    mean.error = Math.max(mean.error, Uncertainty.of(error, error));
  }

  /** Takes a time stamp in seconds since the start. */
  void at(double seconds) {
    lastSecond = Math.max(lastSecond, seconds);
  }

  /** Takes the name of the processor. */
  void cpu(String name) {
    cpu = cpu.isEmpty() ? name.strip() : cpu;
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
    Map<String, Double> errors = errors();
    means.forEach((metric, mean) -> {
      given.put(metric, metric.equals(CPUS) ? mean.sum : mean.sum / mean.count);
      errors.put(metric, mean.error);
    });
    Derivation derived = new Derivation(counts, given, counted(), errors);
    return new Capture(
        name, format, counts, derived.metrics(), notes(), userOnly(), derived.errors(), cpu);
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
    } else {
      elapsedByCpus(counts).ifPresent(ns -> counts.putIfAbsent(ELAPSED, Math.rint(ns)));
    }
    return counts;
  }

  /** The elapsed time, from the CPU time and the CPUs in use, which perf prints beside it. */
  private OptionalDouble elapsedByCpus(Map<String, Double> counts) {
    Mean cpus = means.get(CPUS);
    if (cpus != null && cpus.sum >= LEAST_CPUS) {
      for (String clock : CPU_TIME) {
        Double ms = counts.get(clock);
        if (ms != null && ms > 0) {
          return OptionalDouble.of(ms / 1_000 / cpus.sum * NS);
        }
      }
    }
    return OptionalDouble.empty();
  }

  /** The seconds for which perf wanted to count each event, by the event. */
  private Map<String, Double> counted() {
    Map<String, Double> seconds = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    sums.forEach((event, ofPmus) ->
        ofPmus.values().stream()
            .mapToDouble(sum -> sum.enabledNs / NS)
            .filter(s -> s > 0)
            .max()
            .ifPresent(s -> seconds.put(shown(event), s)));
    return seconds;
  }

  private Map<String, Double> errors() {
    Map<String, Double> errors = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    sums.forEach((event, ofPmus) -> {
      if (!CLOCKS.contains(event.toLowerCase(Locale.ROOT))) {
        errors.put(shown(event), ofPmus.values().stream().mapToDouble(Sum::error).max().orElse(0));
      }
    });
    return errors;
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
