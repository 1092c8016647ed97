package dev.foliot.diagnose.counters.capture;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Derives metrics from counts: per thousand instructions, per CPU second, of all accesses.
 *
 * <p>They do not depend on the duration, so captures are comparable. Names with units are created
 * only here; the rules look for them.
 */
final class Derivation {
  static final String CPI = "cycles per instruction";
  static final String GHZ = "GHz while on a CPU";
  static final String CPUS = "CPUs used";
  static final String CYCLES_PER_S = "cycles per second";
  static final String INSTRUCTIONS_PER_S = "instructions per second";
  static final String PER_KILO = " per 1000 instructions";
  static final String PER_CPU_S = " per CPU-second";
  static final String PER_COUNTED_S = " per counted second";

  private static final double KILO = 1_000;
  private static final double MS_PER_S = 1_000;
  private static final double NS_PER_S = 1e9;
  private static final double HZ_PER_GHZ = 1e9;
  private static final double PERCENT = 100;

  private static final List<String> CYCLES =
      List.of("cycles", "cpu-cycles", "cpu_clk_unhalted.thread", "cpu_cycles", "ls_not_halted_cyc");
  private static final List<String> INSTRUCTIONS =
      List.of("instructions", "inst_retired.any", "inst_retired", "ex_ret_instr");
  private static final List<String> CPU_TIME = List.of("task-clock", "cpu-clock");

  /** Software events: a ratio to instructions makes no sense. */
  private static final Set<String> SOFTWARE =
      Set.of(
          "context-switches",
          "cs",
          "cpu-migrations",
          "migrations",
          "page-faults",
          "faults",
          "minor-faults",
          "major-faults",
          "alignment-faults",
          "emulation-faults");

  /** Events, with the events that they are a part of. */
  private static final List<Map.Entry<String, String>> PARTS =
      List.of(
          Map.entry("branch-misses", "branches"),
          Map.entry("branch-misses", "branch-instructions"),
          Map.entry("br_misp_retired.all_branches", "br_inst_retired.all_branches"),
          Map.entry("l1-dcache-load-misses", "l1-dcache-loads"),
          Map.entry("l1-icache-load-misses", "l1-icache-loads"),
          Map.entry("llc-load-misses", "llc-loads"),
          Map.entry("cache-misses", "cache-references"),
          Map.entry("longest_lat_cache.miss", "longest_lat_cache.reference"),
          Map.entry("dtlb-load-misses", "dtlb-loads"),
          Map.entry("itlb-load-misses", "itlb-loads"),
          Map.entry("cycles", "ref-cycles"),
          Map.entry("cpu_clk_unhalted.thread", "cpu_clk_unhalted.ref_tsc"));

  private static final String SLOTS = "slots";

  /** Intel's top-down events, named like the metrics they belong to. */
  private static final Map<String, String> LEVELS =
      Map.of(
          "topdown-retiring", "tma_retiring",
          "topdown-bad-spec", "tma_bad_speculation",
          "topdown-fe-bound", "tma_frontend_bound",
          "topdown-be-bound", "tma_backend_bound",
          "topdown-heavy-ops", "tma_heavy_operations",
          "topdown-br-mispredict", "tma_branch_mispredicts",
          "topdown-fetch-lat", "tma_fetch_latency",
          "topdown-mem-bound", "tma_memory_bound");

  private final Map<String, Double> counts = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, Double> given;
  private final Map<String, Double> counted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, Double> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, Double> metrics = new LinkedHashMap<>();
  private final Map<String, Double> errors = new LinkedHashMap<>();

  /** A figure that metrics are made of. */
  private record Figure(double value, double error) {
    Figure times(double factor) {
      return new Figure(value * factor, error);
    }
  }

  /**
   * Derives the metrics of one capture.
   *
   * @param counts events by name, in perf's units
   * @param given the tool's own metrics, by its names
   * @param counted the seconds for which each event was counted, where known
   * @param errors the uncertainty of counts and of given metrics
   */
  Derivation(
      Map<String, Double> counts,
      Map<String, Double> given,
      Map<String, Double> counted,
      Map<String, Double> errors) {
    this.counts.putAll(counts);
    this.given = given;
    this.counted.putAll(counted);
    this.known.putAll(errors);
  }

  /** The metrics by name. To be called once. */
  Map<String, Double> metrics() {
    @Nullable Figure cycles = first(CYCLES);
    @Nullable Figure instructions = first(INSTRUCTIONS);
    @Nullable Figure cpuS = scaled(first(CPU_TIME), 1 / MS_PER_S);
    @Nullable Figure elapsedS = scaled(first(List.of("duration_time")), 1 / NS_PER_S);
    quotient(CPI, cycles, instructions);
    quotient(GHZ, scaled(cycles, 1 / HZ_PER_GHZ), cpuS);
    quotient(CPUS, cpuS, elapsedS);
    quotient(INSTRUCTIONS_PER_S, instructions, elapsedS);
    if (cpuS == null) {
      quotient(CYCLES_PER_S, cycles, elapsedS);
    }
    parts();
    levels();
    counts.forEach((event, count) -> {
      String key = event.toLowerCase(Locale.ROOT);
      if (CYCLES.contains(key) || INSTRUCTIONS.contains(key)) {
        put(event, count, error(event));
        if (elapsedS == null && (cycles == null || instructions == null)) {
          rate(event, null, cpuS, null);
        }
      } else if (CPU_TIME.contains(key)) {
        put(event + " (ms)", count, 0);
      } else if (!key.equals("duration_time") && !key.equals(SLOTS) && !LEVELS.containsKey(key)) {
        rate(event, SOFTWARE.contains(key) ? null : instructions, cpuS, elapsedS);
      }
    });
    given.forEach(this::given);
    return metrics;
  }

  /** The uncertainty of the metrics, after {@link #metrics()}; exact ones are left out. */
  Map<String, Double> errors() {
    return errors;
  }

  private double error(String name) {
    return known.getOrDefault(name, 0.0);
  }

  private @Nullable Figure first(List<String> names) {
    for (String name : names) {
      Double count = counts.get(name);
      if (count != null && count > 0) {
        return new Figure(count, error(name));
      }
    }
    return null;
  }

  private static @Nullable Figure scaled(@Nullable Figure figure, double by) {
    return figure == null ? null : figure.times(by);
  }

  private void quotient(String name, @Nullable Figure above, @Nullable Figure below) {
    if (above != null && below != null) {
      put(name, above.value() / below.value(), Uncertainty.of(above.error(), below.error()));
    }
  }

  /** The first rate that is known; a total where none is. */
  private void rate(
      String event,
      @Nullable Figure instructions,
      @Nullable Figure cpuS,
      @Nullable Figure elapsedS) {
    double count = counts.getOrDefault(event, 0.0);
    Figure events = new Figure(count, error(event));
    Double seconds = counted.get(event);
    if (instructions != null) {
      quotient(event + PER_KILO, events.times(KILO), instructions);
    } else if (cpuS != null) {
      quotient(event + PER_CPU_S, events, cpuS);
    } else if (elapsedS != null) {
      quotient(event + " per second", events, elapsedS);
    } else if (seconds != null) {
      quotient(event + PER_COUNTED_S, events, new Figure(seconds, 0));
    } else {
      put(event, count, error(event));
    }
  }

  private void parts() {
    for (Map.Entry<String, String> part : PARTS) {
      quotient(
          part.getKey() + " of " + part.getValue() + " (%)",
          scaled(first(List.of(part.getKey())), PERCENT),
          first(List.of(part.getValue())));
    }
  }

  private void levels() {
    LEVELS.forEach((event, level) ->
        quotient(
            level + " (%)",
            scaled(first(List.of(event)), PERCENT),
            first(List.of(SLOTS, "cpu_core/slots/"))));
  }

  /** Adds a metric of the tool, unless counts give it. */
  private void given(String name, double value) {
    String key = name.toLowerCase(Locale.ROOT);
    double error = error(name);
    switch (key) {
      case "cpi" -> putIfAbsent(CPI, value, error);
      case "insn per cycle", "ipc" -> {
        if (value > 0 && !given.containsKey("CPI")) {
          putIfAbsent(CPI, 1 / value, error);
        }
      }
      case "ghz", "cpu operating frequency (in ghz)" -> putIfAbsent(GHZ, value, error);
      case "cpus utilized" -> putIfAbsent(CPUS, value, 0);
      default -> {
        // perf's own rates and shares are derived above, each under one name
        if (!key.endsWith("/sec") && !key.startsWith("of all ")) {
          putIfAbsent(name, value, error);
        }
      }
    }
  }

  private void putIfAbsent(String name, double value, double error) {
    if (!metrics.containsKey(name)) {
      put(name, value, error);
    }
  }

  private void put(String name, double value, double error) {
    if (Double.isFinite(value)) {
      metrics.put(name, value);
      if (error > 0) {
        errors.put(name, error);
      }
    }
  }
}
