package dev.foliot.study;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Kind;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.SeriesRow;
import dev.foliot.store.KernelView;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Validity;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Type checks in the form that a load under a driver has: nothing waits for them, so there is a
 * throughput and no duration. Pure.
 */
final class CheckedLoad {
  private static final double NS_PER_S = 1e9;
  private static final double STEAL = 0.01;

  private CheckedLoad() {}

  /**
   * The load.
   *
   * @param checks how many type checks were made
   * @param durationNs in how long
   */
  static PhaseResult of(
      StepPlan step,
      long checks,
      long durationNs,
      List<SeriesRow> series,
      KernelView kernel,
      Validity validity) {
    Map<Kind, Durations> durations = new EnumMap<>(Kind.class);
    Map<String, Percentiles> figures = new LinkedHashMap<>();
    for (Kind kind : Kind.values()) {
      durations.put(kind, new Durations(new Histogram(3), 0, 0, 0, BigInteger.ZERO));
      figures.put(kind.label(), Percentiles.empty("ns"));
    }
    return new PhaseResult(
        step.name(),
        "none",
        StepWords.traffic(step),
        0,
        durationNs,
        checks,
        checks,
        checks,
        Map.of(),
        0,
        checks * NS_PER_S / durationNs,
        durations,
        figures,
        series,
        kernel,
        null,
        validity);
  }

  /** Why what the kernel did makes it SUSPECT; empty where it does not. */
  static List<String> disturbed(KernelView kernel) {
    List<String> reasons = new ArrayList<>();
    Double steal = kernel.stealShare();
    if (steal != null && steal > STEAL) {
      reasons.add(
          String.format(
              Locale.ROOT, "steal: the hypervisor took %.1f %% of the CPU time", steal * 100));
    }
    Long periods = kernel.throttledPeriods();
    if (periods != null && periods > 0) {
      reasons.add("throttling: the CPU quota was used up " + periods + " times");
    }
    return reasons;
  }
}
