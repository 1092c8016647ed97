package dev.foliot.diagnose.counters.capture;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

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
  static final String INSTRUCTIONS_PER_S = "instructions per second";
  static final String PER_KILO = " per 1000 instructions";
  static final String PER_CPU_S = " per CPU-second";

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
          Map.entry("itlb-load-misses", "itlb-loads"));

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
  private final Map<String, Double> metrics = new LinkedHashMap<>();

  /**
   * Derives the metrics of one capture.
   *
   * @param counts events by name, in perf's units
   * @param given the tool's own metrics, by its names
   */
  Derivation(Map<String, Double> counts, Map<String, Double> given) {
    this.counts.putAll(counts);
    this.given = given;
  }

  Map<String, Double> metrics() {
    OptionalDouble cycles = first(CYCLES);
    OptionalDouble instructions = first(INSTRUCTIONS);
    OptionalDouble cpuS = scaled(first(CPU_TIME), 1 / MS_PER_S);
    OptionalDouble elapsedS = scaled(first(List.of("duration_time")), 1 / NS_PER_S);
    quotient(CPI, cycles, instructions);
    quotient(GHZ, scaled(cycles, 1 / HZ_PER_GHZ), cpuS);
    quotient(CPUS, cpuS, elapsedS);
    quotient(INSTRUCTIONS_PER_S, instructions, elapsedS);
    parts();
    levels();
    counts.forEach((event, count) -> {
      String key = event.toLowerCase(Locale.ROOT);
      if (CYCLES.contains(key) || INSTRUCTIONS.contains(key)) {
        put(event, count);
      } else if (CPU_TIME.contains(key)) {
        put(event + " (ms)", count);
      } else if (!key.equals("duration_time") && !key.equals(SLOTS) && !LEVELS.containsKey(key)) {
        rate(
            event,
            count,
            SOFTWARE.contains(key) ? OptionalDouble.empty() : instructions,
            cpuS,
            elapsedS);
      }
    });
    given.forEach(this::given);
    return metrics;
  }

  private OptionalDouble first(List<String> names) {
    for (String name : names) {
      Double count = counts.get(name);
      if (count != null && count > 0) {
        return OptionalDouble.of(count);
      }
    }
    return OptionalDouble.empty();
  }

  private static OptionalDouble scaled(OptionalDouble value, double by) {
    return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * by) : value;
  }

  private void quotient(String name, OptionalDouble above, OptionalDouble below) {
    if (above.isPresent() && below.isPresent()) {
      put(name, above.getAsDouble() / below.getAsDouble());
    }
  }

  private void rate(
      String event,
      double count,
      OptionalDouble instructions,
      OptionalDouble cpuS,
      OptionalDouble elapsedS) {
    if (instructions.isPresent()) {
      put(event + PER_KILO, count * KILO / instructions.getAsDouble());
    } else if (cpuS.isPresent()) {
      put(event + PER_CPU_S, count / cpuS.getAsDouble());
    } else if (elapsedS.isPresent()) {
      put(event + " per second", count / elapsedS.getAsDouble());
    } else {
      put(event, count);
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
    switch (key) {
      case "cpi" -> metrics.putIfAbsent(CPI, value);
      case "insn per cycle", "ipc" -> {
        if (value > 0 && !given.containsKey("CPI")) {
          metrics.putIfAbsent(CPI, 1 / value);
        }
      }
      case "ghz", "cpu operating frequency (in ghz)" -> metrics.putIfAbsent(GHZ, value);
      case "cpus utilized" -> metrics.putIfAbsent(CPUS, value);
      default -> {
        // perf's own rates and shares are derived above, each under one name
        if (!key.endsWith("/sec") && !key.startsWith("of all ")) {
          metrics.putIfAbsent(name, value);
        }
      }
    }
  }

  private void put(String name, double value) {
    if (Double.isFinite(value)) {
      metrics.put(name, value);
    }
  }
}
