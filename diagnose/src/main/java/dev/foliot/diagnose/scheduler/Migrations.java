package dev.foliot.diagnose.scheduler;

import dev.foliot.hotspot.threads.ThreadFamily;
import dev.foliot.hotspot.threads.ThreadTotals;
import dev.foliot.store.Advice;
import dev.foliot.store.Evidence;
import dev.foliot.store.Grade;
import dev.foliot.store.ResourceFinding;
import dev.foliot.store.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Threads that are moved from CPU to CPU more often than their caches stay warm.
 *
 * <p>What a move costs depends on what the thread keeps in its caches: microseconds to more than a
 * millisecond [1]. Ten microseconds are assumed for the thresholds, and said to be assumed.
 *
 * <p>[1] Li, Ding and Shen, "Quantifying the cost of context switch", 2007.
 */
final class Migrations {
  /** Moves for each second on a CPU: some 4 % of it, at ten microseconds each. */
  static final double LOW_PER_CPU_S = 4_000;

  /** Some 20 %. */
  static final double MEDIUM_PER_CPU_S = 20_000;

  /** Fewer say nothing. */
  static final double FEWEST_PER_S = 2_000;

  private static final int MOST_SHOWN = 5;
  private static final double NS_PER_S = 1e9;

  private Migrations() {}

  static Optional<ResourceFinding> of(Seen seen) {
    List<Map.Entry<ThreadFamily, ThreadTotals>> most =
        seen.families().entrySet().stream()
            .filter(one -> one.getKey().isFelt() && isMany(seen, one.getValue()))
            .sorted(
                Comparator.comparingLong(
                        (Map.Entry<ThreadFamily, ThreadTotals> one) -> one.getValue().migrations())
                    .reversed())
            .limit(MOST_SHOWN)
            .toList();
    if (most.isEmpty()) {
      return Optional.empty();
    }
    double perCpuS = most.stream().mapToDouble(one -> perCpuS(one.getValue())).max().orElse(0);
    return Optional.of(
        new ResourceFinding(
            ResourceFinding.Kind.MIGRATIONS,
            new Grade(
                perCpuS >= MEDIUM_PER_CPU_S ? Severity.MEDIUM : Severity.LOW,
                Figures.count(perCpuS)
                    + " moves to another CPU for each second on a CPU; if each costs 10 us of cold"
                    + " caches, which is an assumption, that is "
                    + Figures.percent(Math.min(1, perCpuS / 1e5))
                    + " of it: low from 4,000 on, medium from 20,000 on, never high",
                null),
            most.getFirst().getKey().name(),
            evidence(seen, most),
            new Advice(
                "The kernel moves threads that wake up to whichever CPU is free. What a thread had"
                    + " in the caches of its old CPU it has to fetch again on the new one. These"
                    + " threads are moved so often that they hardly ever run warm.",
                List.of(
                    "Let fewer threads share the work, so that each runs for longer at a time, or"
                        + " hand on work in batches: foliot study of the service with a smaller"
                        + " pool. Proof: foliot diagnose PID --only scheduler again: fewer moves;"
                        + " and foliot study: less CPU for each request.",
                    "Keep the process to the CPUs of one shared cache (taskset, a cpuset). Proof:"
                        + " foliot compare of a run of either: the CPU for each request."),
                0.6)));
  }

  private static boolean isMany(Seen seen, ThreadTotals totals) {
    return seen.perS(totals.migrations()) >= FEWEST_PER_S && perCpuS(totals) >= LOW_PER_CPU_S;
  }

  private static double perCpuS(ThreadTotals totals) {
    return totals.onCpuNs() == 0 ? 0 : totals.migrations() * NS_PER_S / totals.onCpuNs();
  }

  private static List<Evidence> evidence(
      Seen seen, List<Map.Entry<ThreadFamily, ThreadTotals>> most) {
    List<Evidence> evidence = new ArrayList<>();
    for (Map.Entry<ThreadFamily, ThreadTotals> one : most) {
      ThreadTotals totals = one.getValue();
      evidence.add(
          new Evidence(
              "moves of " + one.getKey().name(),
              seen.perS(totals.migrations()),
              "a second",
              Figures.count(perCpuS(totals))
                  + " for each second on a CPU; put on a CPU "
                  + Figures.count(seen.perS(totals.switchIns()))
                  + " times a second"));
    }
    return evidence;
  }
}
