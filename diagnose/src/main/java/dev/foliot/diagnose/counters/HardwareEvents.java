package dev.foliot.diagnose.counters;

import java.util.List;
import java.util.stream.Stream;

/**
 * One thing that processors count, and by which events of which vendor. Immutable.
 *
 * <p>The generic names are perf's. What is asked of AMD and Arm in place of Intel's machine clears
 * and snoops is not the same, and has rules of its own ({@link
 * dev.foliot.diagnose.counters.compare.CounterComparison}): AMD counts restarts of the pipeline
 * that no mispredicted branch caused, and does not say which of them another core's write causes;
 * and fills from a cache of another core complex, changed there or not. What comes from another
 * core of the same complex it counts with its L3 cache. Of Arm's cores no such event is known to
 * perf.
 *
 * <p>Names are from tools/perf/pmu-events/arch of Linux 6.1 to 6.12: x86/skylakex and x86/icelakex
 * (where {@code xsnp_hitm} is called {@code xsnp_fwd}), x86/amdzen1 and amdzen2 ({@code
 * ls_refills_from_sys}), amdzen3 ({@code ext_cache}, {@code mem_io}), amdzen4 ({@code near_cache},
 * {@code far_cache}, {@code dram_io_far}, {@code resyncs_or_nc_redirects}), amdzen5 ({@code
 * bp_redirects.resync}), arm64/arm/neoverse-n1 ({@code l2d_cache_refill}, {@code remote_access}).
 *
 * @param ways each a list of events, a {@code -e} each; the first of which this machine counts any
 *     is taken
 */
record HardwareEvents(List<List<String>> ways) {
  /**
   * What tells of shared lines comes first: of a process with hundreds of threads the last ones are
   * left out.
   */
  static final List<HardwareEvents> ALL =
      List.of(
          // a group in braces is counted at the same time or not at all
          oneOf("{cycles,instructions}"),
          oneOf("machine_clears.count", "resyncs_or_nc_redirects", "bp_redirects.resync"),
          oneOf(
              "mem_load_l3_hit_retired.xsnp_hitm",
              "mem_load_l3_hit_retired.xsnp_fwd",
              "ls_dmnd_fills_from_sys.near_cache ls_dmnd_fills_from_sys.far_cache",
              "ls_dmnd_fills_from_sys.ext_cache_local ls_dmnd_fills_from_sys.ext_cache_remote",
              "ls_refills_from_sys.ls_mabresp_rmt_cache"),
          oneOf("branches"),
          oneOf("branch-misses"),
          oneOf("L1-dcache-loads"),
          oneOf("L1-dcache-load-misses"),
          oneOf("L1-icache-load-misses"),
          oneOf(
              "mem_load_retired.l2_miss", "l2_cache_req_stat.ic_dc_miss_in_l2", "l2d_cache_refill"),
          oneOf("LLC-loads"),
          oneOf("LLC-load-misses"),
          oneOf("cache-references"),
          oneOf("cache-misses"),
          oneOf("dTLB-loads"),
          oneOf("dTLB-load-misses"),
          oneOf("iTLB-load-misses"),
          oneOf(
              "mem_load_l3_miss_retired.remote_dram",
              "ls_dmnd_fills_from_sys.dram_io_far",
              "ls_dmnd_fills_from_sys.mem_io_remote",
              "ls_refills_from_sys.ls_mabresp_rmt_dram",
              "remote_access"));

  /** The first of the top-down levels without a metric group: of Intel, from Ice Lake on. */
  static final HardwareEvents LEVELS =
      oneOf("{slots,topdown-retiring,topdown-bad-spec,topdown-fe-bound,topdown-be-bound}");

  /** Keeps copies. */
  HardwareEvents {
    ways = ways.stream().map(List::copyOf).toList();
  }

  private static HardwareEvents oneOf(String... ways) {
    return new HardwareEvents(Stream.of(ways).map(way -> List.of(way.split(" "))).toList());
  }

  /** As it is called where none of them counts. */
  String title() {
    return String.join(", ", ways.getFirst());
  }
}
