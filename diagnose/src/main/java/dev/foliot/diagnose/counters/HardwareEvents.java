package dev.foliot.diagnose.counters;

import java.util.List;
import java.util.stream.Stream;

/**
 * One quantity, with the events that count it on several processors. Immutable.
 *
 * <p>Generic names are perf's. The AMD and Arm events in place of Intel's machine clears and snoops
 * measure something else, and have their own rules ({@link
 * dev.foliot.diagnose.counters.compare.CounterComparison}). AMD counts pipeline restarts without a
 * mispredicted branch; the count includes those caused by another core's write, but does not
 * separate them. It also counts fills from a cache of another core complex, modified or not. Its L3
 * cache counts lines from another core of the same complex. perf knows no such event for Arm's
 * cores.
 *
 * <p>Names are from tools/perf/pmu-events/arch of Linux 6.1 to 6.12:
 *
 * <ul>
 *   <li>x86/skylakex and x86/icelakex (where {@code xsnp_hitm} is called {@code xsnp_fwd})
 *   <li>x86/amdzen1 and amdzen2 ({@code ls_refills_from_sys}), amdzen3 ({@code ext_cache}, {@code
 *       mem_io}), amdzen4 ({@code near_cache}, {@code far_cache}, {@code dram_io_far}, {@code
 *       resyncs_or_nc_redirects}), amdzen5 ({@code bp_redirects.resync})
 *   <li>arm64/arm/neoverse-n1 ({@code l2d_cache_refill}, {@code remote_access})
 * </ul>
 *
 * @param ways each a list of events, a {@code -e} each; the first list with any event on this
 *     machine is used
 */
record HardwareEvents(List<List<String>> ways) {
  /** Events for shared lines come first: with hundreds of threads the last events are left out. */
  static final List<HardwareEvents> ALL =
      List.of(
          // a group in braces is counted together or not at all
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

  /** The first top-down level without a metric group: on Intel, since Ice Lake. */
  static final HardwareEvents LEVELS =
      oneOf("{slots,topdown-retiring,topdown-bad-spec,topdown-fe-bound,topdown-be-bound}");

  /** Keeps copies. */
  HardwareEvents {
    ways = ways.stream().map(List::copyOf).toList();
  }

  private static HardwareEvents oneOf(String... ways) {
    return new HardwareEvents(Stream.of(ways).map(way -> List.of(way.split(" "))).toList());
  }

  /** Its name if none of its events count. */
  String title() {
    return String.join(", ", ways.getFirst());
  }
}
