package dev.foliot.diagnose.scheduler;

import dev.foliot.hotspot.pool.ThreadPool;
import dev.foliot.hotspot.threads.ThreadFamily;
import dev.foliot.hotspot.threads.ThreadTotals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What was looked at, in words with figures. Pure. */
final class LookedAt {
  private static final int MOST_FAMILIES = 10;

  private LookedAt() {}

  static List<String> of(Seen seen, int looks) {
    List<String> all = new ArrayList<>();
    int threads = seen.families().values().stream().mapToInt(ThreadTotals::threads).sum();
    all.add(
        Figures.count(threads, "thread")
            + " in "
            + Figures.count(looks, "look")
            + " over "
            + Figures.duration(seen.observedNs()));
    families(seen, all);
    seen.cpus().ifPresent(cpus -> all.add(cpus(cpus)));
    all.add(quota(seen));
    seen.wakes()
        .forEach((family, waits) ->
            all.add(
                "wake-up to running, "
                    + family.name()
                    + ": "
                    + Figures.count(waits.count(), "wake-up")
                    + " traced, half within "
                    + Figures.duration(waits.p50Ns())
                    + ", p99 "
                    + Figures.duration(waits.p99Ns())
                    + ", the longest "
                    + Figures.duration(waits.maxNs())));
    seen.parked().forEach(parked -> all.add(parked(parked)));
    return all;
  }

  /** The busiest first; those that did nothing are summed up. */
  private static void families(Seen seen, List<String> all) {
    List<Map.Entry<ThreadFamily, ThreadTotals>> active =
        seen.families().entrySet().stream()
            .filter(one -> one.getValue().switchIns() + one.getValue().voluntary() > 0)
            .sorted(
                Comparator.comparingLong((Map.Entry<ThreadFamily, ThreadTotals> one) ->
                        one.getValue().onCpuNs() + one.getValue().waitNs())
                    .reversed())
            .toList();
    active.stream()
        .limit(MOST_FAMILIES)
        .forEach(one -> all.add(family(seen, one.getKey(), one.getValue())));
    int others = seen.families().size() - Math.min(active.size(), MOST_FAMILIES);
    if (others > 0) {
      all.add(Figures.count(others, "other group") + " of threads that did less, or nothing");
    }
  }

  private static String family(Seen seen, ThreadFamily family, ThreadTotals totals) {
    return family.name()
        + " ("
        + totals.threads()
        + "): "
        + Figures.cpus(seen.perS(totals.onCpuNs()) / 1e9)
        + " CPUs; waited "
        + Figures.duration(seen.perS(totals.waitNs()))
        + " a second for a CPU, "
        + Figures.duration(totals.waitNsPerSwitchIn())
        + " each time; "
        + Figures.count(seen.perS(totals.switchIns()))
        + " times a second on a CPU, "
        + Figures.count(seen.perS(totals.involuntary()))
        + " times it was taken away, "
        + Figures.count(seen.perS(totals.migrations()))
        + " moves to another";
  }

  private static String cpus(CpuShares cpus) {
    return Figures.cpus(cpus.busy())
        + " of the "
        + cpus.cpus()
        + " CPUs that it may use were busy: this process "
        + Figures.cpus(cpus.own())
        + ", Foliot "
        + Figures.cpus(cpus.foliot())
        + ", others "
        + Figures.cpus(cpus.others())
        + "; steal "
        + Figures.percent(cpus.stealShare());
  }

  private static String quota(Seen seen) {
    if (seen.throttling().isEmpty()) {
      return seen.quotaCpus().isPresent()
          ? "quota of "
              + Figures.cpus(seen.quotaCpus().getAsDouble())
              + " CPUs; no control group"
              + " could be watched for throttling"
          : "no control group with a quota was seen";
    }
    String groups = Figures.count(seen.throttling().size(), "control group");
    return (seen.quotaCpus().isPresent()
            ? "quota of " + Figures.cpus(seen.quotaCpus().getAsDouble()) + " CPUs"
            : "no quota")
        + "; "
        + groups
        + " watched for throttling: "
        + seen.mostThrottled()
            .map(most -> Figures.count(most.getValue().periods(), "period"))
            .orElse("none was throttled");
  }

  private static String parked(Parked pool) {
    ParkedSpells.Seen parked = pool.spells();
    return Figures.count(parked.looks(), "look")
        + (pool.kind() == ThreadPool.Kind.CARRIERS
            ? " at the queues of virtual threads"
            : " at the queue of " + pool.name())
        + ", with "
        + Figures.count(parked.parallelism(), pool.thread())
        + ": work was queued for "
        + Figures.percent(parked.queuedShare())
        + " of the time, with a "
        + pool.thread()
        + " asleep for 1 ms or longer in "
        + Figures.count(parked.spells(), "spell")
        + (parked.spells() > 0 ? ", the longest " + Figures.duration(parked.longestNs()) : "")
        + (parked.stopped() > 0
            ? "; " + Figures.count(parked.stopped(), "more") + " while the JVM stood still"
            : "");
  }
}
