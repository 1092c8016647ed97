package dev.foliot.diagnose.counters.compare;

import static dev.foliot.diagnose.counters.compare.Rule.Clue.against;
import static dev.foliot.diagnose.counters.compare.Rule.Clue.needed;
import static dev.foliot.diagnose.counters.compare.Rule.Clue.neededFall;
import static dev.foliot.diagnose.counters.compare.Rule.Clue.supports;

import java.util.List;

/**
 * The rules, each with a source for its pattern. The thresholds are ours: they separate the
 * published cases from the noise between two captures of one program.
 */
final class Rules {
  private static final String TOP_DOWN =
      "Yasin, A Top-Down Method for Performance Analysis and Counters Architecture, ISPASS 2014";
  private static final String GREGG = "Gregg, Systems Performance, 2nd ed., 2020";

  static final List<Rule> ALL =
      List.of(
          new Rule(
              "cache lines shared between cores",
              List.of(
                  needed(Signal.CLEARS, 1.5, 4, 0.40),
                  needed(Signal.HITM, 2, 10, 0.40),
                  needed(Signal.OTHER_CACHE, 2, 10, 0.30),
                  supports(Signal.RESTARTS, 1.5, 4, 0.20),
                  supports(Signal.BAD_SPECULATION, 1.3, 3, 0.10),
                  supports(Signal.CPI, 1.2, 3, 0.25),
                  supports(Signal.L1, 1.3, 3, 0.15),
                  against(Signal.L3, 1.5, 4, 0.20)),
              Rule.Kind.CYCLES,
              "machine_clears.count (Intel) or ls_dmnd_fills_from_sys.near_cache (AMD)",
              "Filanovsky and Sane, Seeing through hardware counters, Netflix 2022: 3x cycles per"
                  + " instruction, more L1 activity, 4x machine clears; Yasin 2014: contested"
                  + " accesses",
              "foliot diagnose PID --only sharing (any machine); perf c2c record -p PID -- sleep 10"
                  + " (bare metal)"),
          new Rule(
              "memory bandwidth or latency",
              List.of(
                  needed(Signal.L3, 1.4, 4, 0.45),
                  needed(Signal.L2, 1.5, 5, 0.20),
                  supports(Signal.BANDWIDTH, 1.4, 3, 0.15),
                  supports(Signal.MEMORY_BOUND, 1.3, 3, 0.10),
                  supports(Signal.CPI, 1.1, 2, 0.15),
                  against(Signal.HITM, 2, 10, 0.15)),
              Rule.Kind.CYCLES,
              "LLC-load-misses",
              TOP_DOWN + ": memory bound",
              "perf stat -M tma_dram_bound,tma_mem_bandwidth,tma_mem_latency -p PID -- sleep 10"),
          new Rule(
              "the code does not fit: front end, instruction cache",
              List.of(
                  needed(Signal.FRONT_END, 1.3, 3, 0.45),
                  needed(Signal.ITLB, 2, 10, 0.30),
                  needed(Signal.DECODE, 1.3, 3, 0.30),
                  supports(Signal.CPI, 1.1, 2, 0.15)),
              Rule.Kind.CYCLES,
              "L1-icache-load-misses, iTLB-load-misses",
              TOP_DOWN + ": front-end bound",
              "jcmd PID Compiler.codecache; perf stat -M tma_frontend_bound -p PID -- sleep 10"),
          new Rule(
              "branches predicted wrongly",
              List.of(
                  needed(Signal.BRANCHES, 1.3, 3, 0.45),
                  supports(Signal.CPI, 1.1, 2, 0.15),
                  against(Signal.CLEARS, 1.5, 4, 0.20),
                  against(Signal.RESTARTS, 1.5, 4, 0.20)),
              Rule.Kind.CYCLES,
              "branch-misses",
              TOP_DOWN + ": bad speculation",
              "perf record -e branch-misses:u -p PID -- sleep 10"),
          new Rule(
              "address translation: TLB",
              List.of(
                  needed(Signal.DTLB, 1.5, 5, 0.45),
                  supports(Signal.CPI, 1.1, 2, 0.15),
                  supports(Signal.FAULTS, 2, 10, 0.10)),
              Rule.Kind.CYCLES,
              "dTLB-load-misses",
              "Intel 64 and IA-32 Architectures Optimization Reference Manual, appendix B: DTLB"
                  + " overhead",
              "the same load with -XX:+UseTransparentHugePages; perf stat -e"
                  + " dTLB-load-misses,dTLB-loads -p PID -- sleep 10"),
          new Rule(
              "memory of the other socket",
              List.of(
                  needed(Signal.REMOTE_MEMORY, 1.5, 5, 0.45),
                  needed(Signal.REMOTE_LOADS, 1.5, 5, 0.40),
                  supports(Signal.CPI, 1.1, 2, 0.15)),
              Rule.Kind.CYCLES,
              "node-load-misses",
              GREGG + ", 7.1: NUMA",
              "numastat -p PID; the same load under numactl --cpunodebind=0 --membind=0"),
          new Rule(
              "the first cache no longer holds the data",
              List.of(
                  needed(Signal.L1_MISSES, 1.5, 4, 0.25),
                  supports(Signal.CPI, 1.1, 2, 0.10),
                  against(Signal.HITM, 2, 10, 0.20),
                  against(Signal.CLEARS, 1.5, 4, 0.20)),
              Rule.Kind.CYCLES,
              "L1-dcache-load-misses",
              TOP_DOWN + ": memory bound, L1 and L2",
              "perf stat -M tma_l1_bound,tma_l2_bound,tma_l3_bound -p PID -- sleep 10; perf record"
                  + " -e L1-dcache-load-misses:u -p PID -- sleep 10"),
          new Rule(
              "the back end: memory or the execution units, by the top-down levels",
              List.of(needed(Signal.BACK_END, 1.15, 2, 0.38), supports(Signal.CPI, 1.1, 2, 0.10)),
              Rule.Kind.CYCLES,
              "the top-down levels (perf stat -M TopdownL1)",
              TOP_DOWN + ": backend bound",
              "perf stat -M TopdownL2 -p PID -- sleep 10; perf stat -e"
                  + " cycles,instructions,LLC-load-misses,dTLB-load-misses -p PID -- sleep 10"),
          new Rule(
              "a lower clock: frequency, throttling",
              List.of(neededFall(Signal.FREQUENCY, 1.06, 1.3, 0.70)),
              Rule.Kind.CLOCK,
              "ref-cycles or task-clock",
              "Intel 64 and IA-32 Architectures Software Developer's Manual, volume 3, Power and"
                  + " Thermal Management",
              "turbostat --interval 5 (bare metal); perf stat -e cycles,ref-cycles,task-clock -p"
                  + " PID -- sleep 10"),
          new Rule(
              "more instructions: other work, not a slower CPU",
              List.of(needed(Signal.WORK, 1.12, 2, 0.45), against(Signal.CPI, 1.1, 1.5, 0.25)),
              Rule.Kind.WORK,
              "instructions, with duration_time",
              "Hennessy and Patterson, Computer Architecture, 6th ed., 2017, 1.9: time is"
                  + " instructions times cycles per instruction times the clock's period",
              "instructions for one request on both sides: perf stat -e instructions:u -p PID --"
                  + " sleep 10 beside the count of requests; foliot diagnose PID"),
          new Rule(
              "it waits: off the CPU, or a CPU limit stops it",
              List.of(
                  neededFall(Signal.CPUS, 1.1, 3, 0.40), supports(Signal.SWITCHES, 1.5, 5, 0.15)),
              Rule.Kind.WAITS,
              "task-clock, with duration_time",
              GREGG + ", 5.5.3: off-CPU analysis",
              "nr_throttled in the cgroup's cpu.stat, twice, 10 s apart; foliot diagnose PID --only"
                  + " scheduler"),
          new Rule(
              "switches between threads and CPUs",
              List.of(
                  needed(Signal.SWITCHES, 1.8, 5, 0.35),
                  needed(Signal.MIGRATIONS, 2, 10, 0.25),
                  supports(Signal.CPI, 1.1, 2, 0.10)),
              Rule.Kind.KERNEL,
              "context-switches, cpu-migrations",
              GREGG + ", 6.3: scheduler, context switches",
              "foliot diagnose PID --only scheduler"),
          new Rule(
              "page faults",
              List.of(needed(Signal.FAULTS, 2, 10, 0.45)),
              Rule.Kind.KERNEL,
              "page-faults",
              GREGG + ", 7.2: page faults",
              "foliot diagnose PID --only memory; perf record -e page-faults -g -p PID -- sleep"
                  + " 10"));

  private Rules() {}
}
