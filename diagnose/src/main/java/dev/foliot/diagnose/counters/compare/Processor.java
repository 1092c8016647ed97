package dev.foliot.diagnose.counters.compare;

import dev.foliot.diagnose.counters.capture.Capture;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The processor of a capture, as far as the capture shows it.
 *
 * <p>perf does not write it. But each vendor has events of its own, and AMD renamed some with its
 * generations.
 *
 * @param vendor by the events, the metrics or the tool
 * @param name by the tool, or a generation; empty for unknown
 * @param source of the name: names from one source compare
 */
record Processor(Vendor vendor, String name, String source) {
  /** Who made it. */
  enum Vendor {
    INTEL(
        "Intel",
        "(machine_clears|mem_(load|inst|uops|trans)_|mem_load_l3|offcore_re|ocr\\.|inst_retired\\."
            + "|cpu_clk_unhalted|idq[._]|uops_|br_(inst|misp)_retired|l2_(rqsts|lines|trans)\\."
            + "|l1d\\.|l1d_pend|longest_lat_cache|[di]tlb_(load_|store_)?misses\\.|cycle_activity"
            + "|resource_stalls|exe_activity|ld_blocks|int_misc|frontend_retired"
            + "|icache_(16b|64b|data|tag)|icache\\.|topdown[-.]|slots$|cpu_(core|atom)/|unc_"
            + "|assists\\.|rs_events|baclears|core_power|fp_arith|arith\\.|dsb2mite"
            + "|memory_activity|tmam?[ _]).*"),
    AMD(
        "AMD",
        "(ls_|ex_ret_|l2_(cache_req_stat|pf_|request_g|wcb|cache_misses_from|cache_hits_from|fill_)"
            + "|bp_|de_(dis|src|no_|op_)|ic_(fw|cache|fetch|tag|oc)|op_cache_|fpu?_(ret|disp|pipe)"
            + "|resyncs_or_nc|l3_(lookup|cache_acc|misses|comb)|umc_|amd_|all_d(ata_cache|c)_acc"
            + "|frontend_bound_latency|backend_bound_memory|bad_speculation_pipeline"
            + "|retiring_fastpath|smt_contention).*"),
    ARM(
        "Arm",
        "(l1[di]_(cache|tlb)|l2d_|l3d_|ll_cache|inst_retired$|inst_spec|br_(mis_pred|pred|retired)"
            + "|stall_(front|back|slot)|mem_access|remote_access|cpu_cycles$|[di]tlb_walk"
            + "|op_(spec|retired)$|bus_access|exc_|armv[0-9]|[al]se_spec|vfp_spec|ld_spec|st_spec"
            + "|dp_spec|cnt_cycles).*"),
    POWER("IBM Power", "pm_.*"),
    UNKNOWN("", "(?!)");

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // A pattern is immutable.
    private final Pattern own;

    Vendor(String title, String own) {
      this.title = title;
      this.own = Pattern.compile(own);
    }
  }

  /** AMD's generations, by the events of lines from elsewhere. */
  private enum Zen {
    ZEN_1_2("Zen 1 or 2", "ls_refills_from_sys\\..*"),
    ZEN_3("Zen 3", "ls_(dmnd|any)_fills_from_sys\\.(ext_cache|mem_io)_.*"),
    ZEN_4("Zen 4 or later", "ls_(dmnd|any)_fills_from_sys\\.(near|far|remote)_cache.*");

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // A pattern is immutable.
    private final Pattern own;

    Zen(String title, String own) {
      this.title = title;
      this.own = Pattern.compile(own);
    }
  }

  private static final String BY_EVENTS = "events";

  static Processor of(Capture capture) {
    List<String> names =
        Stream.concat(capture.counts().keySet().stream(), capture.metrics().keySet().stream())
            .map(name -> name.toLowerCase(Locale.ROOT))
            .toList();
    Vendor vendor = vendor(capture.format() + " " + capture.cpu(), names);
    if (!capture.cpu().isEmpty()) {
      return new Processor(vendor, capture.cpu(), capture.format());
    }
    String generation = "";
    for (Zen zen : Zen.values()) {
      if (vendor == Vendor.AMD && names.stream().anyMatch(zen.own.asMatchPredicate())) {
        generation = zen.title;
      }
    }
    return new Processor(vendor, generation, BY_EVENTS);
  }

  private static Vendor vendor(String said, List<String> names) {
    String lower = said.toLowerCase(Locale.ROOT);
    if (lower.contains("intel") || lower.contains("vtune") || lower.contains("toplev")) {
      return Vendor.INTEL;
    }
    if (lower.contains("amd")) {
      return Vendor.AMD;
    }
    if (lower.contains("arm topdown") || lower.contains("neoverse")) {
      return Vendor.ARM;
    }
    Set<Vendor> found = EnumSet.noneOf(Vendor.class);
    for (Vendor vendor : Vendor.values()) {
      if (names.stream().anyMatch(vendor.own.asMatchPredicate())) {
        found.add(vendor);
      }
    }
    return found.size() == 1 ? found.iterator().next() : Vendor.UNKNOWN;
  }

  /** Whether both are known, and not the same. */
  boolean differsFrom(Processor other) {
    if (vendor != Vendor.UNKNOWN && other.vendor != Vendor.UNKNOWN && vendor != other.vendor) {
      return true;
    }
    return !name.isEmpty()
        && !other.name.isEmpty()
        && source.equals(other.source)
        && !name.equalsIgnoreCase(other.name);
  }

  /** For people; empty for unknown. */
  String title() {
    return name.toLowerCase(Locale.ROOT).contains(vendor.title.toLowerCase(Locale.ROOT))
        ? name
        : (vendor.title + " " + name).strip();
  }
}
