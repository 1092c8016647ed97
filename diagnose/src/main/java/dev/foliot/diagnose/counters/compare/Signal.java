package dev.foliot.diagnose.counters.compare;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The signals that rules examine, with the metric names that carry them.
 *
 * <p>The names are those of perf's own events, of Intel's, AMD's and Arm's, of the top-down method,
 * and of PerfSpect. Names are matched in lower case, with a blank for any character other than
 * letters and digits.
 */
enum Signal {
  CPI(Unit.ANY, 0, "cycles per instruction"),
  CLEARS(
      Unit.PER_KILO,
      0.005,
      "machine clears count( per .*)?",
      "machine clears memory ordering( per .*)?",
      "machine clears( per .*)?",
      "tmam? machine clears"),
  /**
   * AMD's pipeline restarts without a mispredicted branch; another core's write may be among the
   * causes.
   */
  RESTARTS(
      Unit.PER_KILO,
      0.005,
      "resyncs or nc redirects( per .*)?",
      "bp redirects resync( per .*)?",
      "bad speculation (from )?pipeline restarts"),
  /** AMD's lines from a cache of another core complex, modified or not. */
  OTHER_CACHE(
      Unit.PER_KILO,
      0.01,
      "ls (dmnd|any) fills from sys (near|far|remote) cache per .*",
      "ls (dmnd|any) fills from sys ext cache (local|remote) per .*",
      "ls refills from sys ls mabresp rmt cache per .*",
      "(demand )?dc fills from another ccx in (same|remote) node per .*"),
  /** Lines found modified in another core's cache, and lines known to be shared. */
  HITM(
      Unit.PER_KILO,
      0.01,
      "mem load (uops )?l3 hit retired xsnp (hitm|fwd|hit|no fwd)( per .*)?",
      "mem load (uops )?l3 miss retired remote (hitm|fwd)( per .*)?",
      "(ocr|offcore response) .*hitm.*",
      "llc total hitm per instr",
      "tma (contested accesses|false sharing|data sharing)",
      "load (local|remote) hitm per 1000 loads",
      "(load|fill buffer) hits on shared lines per 1000 loads",
      "store hits on shared lines per 1000 stores"),
  L1(
      Unit.PER_KILO,
      1,
      "l1 dcache loads per .*",
      "l1 dcache load misses per .*",
      "l1 dcache stores per .*",
      "l1d replacement per .*",
      "mem load retired (l1 hit|l1 miss|fb hit) per .*",
      "mem inst retired all (loads|stores) per .*",
      "l1d cache( refill)? per .*",
      "l1d cache mpki",
      "(dc access|l1 dc miss|all dc fills) per .*",
      "l1d mpi.*",
      "l1d demand data read hits per instr",
      "tma l1 bound",
      "load fill buffer hit per 1000 loads",
      "store l1d miss per 1000 stores"),
  /** Data that the first cache lacked. */
  L1_MISSES(
      Unit.PER_KILO,
      1,
      "l1 dcache load misses per .*",
      "l1d replacement per .*",
      "mem load retired l1 miss per .*",
      "l1d cache refill per .*",
      "l1d cache mpki",
      "(l1 dc miss|all dc fills) per .*",
      "l1d mpi.*",
      "tma l1 bound"),
  L2(
      Unit.PER_KILO,
      0.5,
      "l2 rqsts miss per .*",
      "mem load retired l2 miss per .*",
      "l2d? cache refill per .*",
      "l2 cache req stat ic dc miss in l2 per .*",
      "l2 cache mpki",
      "l2 (miss|miss from dc miss|data read miss) per .*",
      "l2 mpi.*",
      "l2 demand data read mpi",
      "tma l2 bound"),
  L3(
      Unit.PER_KILO,
      0.1,
      "llc load misses per .*",
      "cache misses per .*",
      "longest lat cache miss per .*",
      "mem load retired l3 miss per .*",
      "ll cache miss rd per .*",
      "ll cache read mpki",
      "l3 miss per .*",
      "llc data read mpi.*",
      "tma (dram bound|mem bandwidth|mem latency)"),
  BANDWIDTH(Unit.ANY, 1, "memory bandwidth (total|read) mb sec", "total mem (bw|rdbw) gb s"),
  FRONT_END(
      Unit.PER_KILO,
      1,
      "l1 icache load misses per .*",
      "icache .*miss.* per .*",
      "frontend retired l1i miss per .*",
      "l1i cache refill per .*",
      "l1i cache mpki",
      "(l1 )?ic miss per .*",
      "l1 i code read misses.*",
      "l2 demand code mpi",
      "icache (data|16b ifdata) stall(s)? per .*",
      "(tmam? )?front ?end bound( ratio)?",
      "frontend bound latency",
      "(idq uops not delivered|stall (slot )?front ?end) .*",
      "tma (fetch latency|icache misses)"),
  /** Instructions that no cache of decoded ones holds. */
  DECODE(
      Unit.PER_KILO,
      1,
      "idq mite uops per .*",
      "frontend retired (any )?dsb miss per .*",
      "dsb2mite switches .*",
      "op cache hit miss op cache miss per .*",
      "de src op disp (x86 )?decoder per .*",
      "frontend bound bandwidth",
      "tma (fetch bandwidth|dsb switches|mite)"),
  /** Slots that the back end did not take. */
  BACK_END(
      Unit.PER_KILO,
      1,
      "(tmam? )?back ?end bound( ratio)?",
      "(be bound|backend stall.*)",
      "stall (slot )?back ?end( per .*)?"),
  ITLB(
      Unit.PER_KILO,
      0.05,
      "itlb load misses per .*",
      "itlb misses walk completed per .*",
      "itlb( 2nd level)? mpi",
      "itlb mpki",
      "l2 itlb miss per .*",
      "tma itlb misses"),
  DTLB(
      Unit.PER_KILO,
      0.1,
      "dtlb (load|store) misses( walk completed)? per .*",
      "dtlb( 2nd level)? (load|store) mpi",
      "dtlb walk per .*",
      "dtlb mpki",
      "l2 dtlb miss per .*",
      "tma dtlb (load|store)"),
  BRANCHES(
      Unit.PER_KILO,
      0.5,
      "branch misses per .*",
      "br misp retired all branches per .*",
      "br mis pred retired per .*",
      "ex ret brn misp per .*",
      "(mpki )?branch mpki",
      "retired branches mispredicted per .*",
      "tma branch mispredicts",
      "bad speculation (from )?mispredicts",
      "(tmam? )?bad speculation"),
  /** Wasted slots, from a branch or a machine clear. */
  BAD_SPECULATION(Unit.PER_KILO, 0, "(tmam? )?bad speculation"),
  /** Slots that waited for memory, caches included. */
  MEMORY_BOUND(Unit.PER_KILO, 0, "tmam? memory bound", "backend bound memory"),
  FREQUENCY(Unit.ANY, 0, "ghz while on a cpu", "cycles of ref cycles", "afreq"),
  CPUS(Unit.ANY, 0, "cpus used"),
  CYCLES(Unit.ANY, 0, "cycles per second"),
  WORK(Unit.ANY, 0, "instructions per (second|operation)"),
  SWITCHES(Unit.ANY, 500, "(context switches|cs) per (cpu )?second"),
  MIGRATIONS(Unit.ANY, 50, "(cpu migrations|migrations) per (cpu )?second"),
  FAULTS(Unit.ANY, 500, "(page faults|faults) per (cpu )?second"),
  REMOTE_MEMORY(Unit.ANY, 5, "numa reads addressed to remote dram"),
  /** Loads and fills from the memory of another node or chip. */
  REMOTE_LOADS(
      Unit.PER_KILO,
      0.05,
      "mem load l3 miss retired remote dram per .*",
      "ls (dmnd|any) fills from sys (dram io far|mem io remote) per .*",
      "ls refills from sys ls mabresp rmt dram per .*",
      "(demand )?dc fills from remote memory or i o per .*",
      "node (load|store) misses per .*",
      "remote access per .*");

  private static final Pattern NO_WORD = Pattern.compile("[^a-z0-9]+");

  /** Of the time, or of the slots. */
  private static final double FLOOR_PERCENT = 2;

  private static final double KILO = 1_000;

  /** The unit of a signal's floor. */
  private enum Unit {
    /** Per thousand instructions; metrics in another unit have no floor. */
    PER_KILO,
    /** In the metric's own unit. */
    ANY
  }

  private final Unit unit;
  private final double floor;

  @SuppressWarnings("ImmutableEnumChecker") // It is: Stream.toList() makes it, and patterns are.
  private final List<Pattern> names;

  /**
   * Defines a signal.
   *
   * @param floor below this value the slow side has too little of it to matter
   * @param names of metrics, as patterns; the best first
   */
  Signal(Unit unit, double floor, String... names) {
    this.unit = unit;
    this.floor = floor;
    this.names = Stream.of(names).map(Pattern::compile).toList();
  }

  List<Pattern> names() {
    return names;
  }

  /** Whether it is a rate of the time on a CPU. */
  boolean isPerCpuTime() {
    return this == SWITCHES || this == MIGRATIONS || this == FAULTS;
  }

  /** The form of a metric's name for matching. */
  static String key(String metric) {
    return NO_WORD.matcher(metric.toLowerCase(Locale.ROOT)).replaceAll(" ").strip();
  }

  /** Whether the value is large enough to matter. */
  boolean matters(String metric, double value) {
    if (unit == Unit.ANY) {
      return value >= floor;
    }
    String key = key(metric);
    if (key.endsWith("per 1000 instructions") || key.endsWith(" mpki")) {
      return value >= floor;
    }
    if (key.contains(" mpi") || key.endsWith("per instr")) {
      return value * KILO >= floor;
    }
    return !metric.contains("%") || value >= FLOOR_PERCENT;
  }
}
