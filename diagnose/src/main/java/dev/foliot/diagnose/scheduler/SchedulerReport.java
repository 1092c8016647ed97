package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.hotspot.pool.ThreadPool;
import dev.foliot.hotspot.threads.ThreadFamily;
import dev.foliot.hotspot.threads.ThreadTotals;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reports all observations: findings, and a description of the examination. Pure. */
final class SchedulerReport {
  private static final int MOST_FAMILIES = 10;

  /** Of the time; below this share work waited for a moment only. */
  private static final double BUSY = 0.2;

  private static final String NONE_PARKED =
      ", and no carrier or worker without work slept while work was queued";

  private SchedulerReport() {}

  /**
   * The outcome of all observations.
   *
   * @param looks the number of samples of all threads
   * @param besides other examined things, in words
   * @param cutShort why it is incomplete; empty if the first limit says so
   */
  static Outcome<ResourceFinding> of(
      SchedulerObservations observed,
      int looks,
      List<String> besides,
      Optional<Reason> cutShort,
      List<Reason> limits) {
    List<String> lookedAt = new ArrayList<>(lookedAt(observed, looks));
    lookedAt.addAll(besides);
    String busy = busy(observed);
    return Outcome.of(
        SchedulerJudge.findings(observed),
        cutShort,
        limits,
        "threads get their CPUs" + (isBusy(observed) ? "" : NONE_PARKED) + busy,
        "nothing found in what was looked at" + busy,
        lookedAt);
  }

  /** Whether work waited for some pool much of the time. */
  private static boolean isBusy(SchedulerObservations observed) {
    return observed.parked().stream().anyMatch(SchedulerReport::isBusy);
  }

  private static boolean isBusy(ParkedPool pool) {
    return pool.result().queuedShare() >= BUSY;
  }

  /** Blocked workers sleep too, and are none of this examination's business. */
  private static String busy(SchedulerObservations observed) {
    return observed.parked().stream()
        .filter(SchedulerReport::isBusy)
        .max(Comparator.comparingDouble(pool -> pool.result().queuedShare()))
        .map(pool ->
            "; work was queued for "
                + pool.name()
                + " for "
                + Numbers.percent(pool.result().queuedShare())
                + " of the time, and no "
                + pool.thread()
                + " was free: they compute, or are blocked as the examination of locks shows")
        .orElse("");
  }

  private static List<String> lookedAt(SchedulerObservations observed, int looks) {
    List<String> all = new ArrayList<>();
    int threads = observed.families().values().stream().mapToInt(ThreadTotals::threads).sum();
    all.add(
        Numbers.count(threads, "thread")
            + " in "
            + Numbers.count(looks, "look")
            + " over "
            + Numbers.duration(observed.observedNs()));
    families(observed, all);
    observed.cpus().ifPresent(cpus -> all.add(cpus(cpus)));
    all.add(quota(observed));
    observed
        .wakes()
        .forEach((family, waits) ->
            all.add(
                "wake-up to running, "
                    + family.name()
                    + ": "
                    + Numbers.count(waits.count(), "wake-up")
                    + " traced, half within "
                    + Numbers.duration(waits.p50Ns())
                    + ", p99 "
                    + Numbers.duration(waits.p99Ns())
                    + ", the longest "
                    + Numbers.duration(waits.maxNs())));
    observed.parked().forEach(parked -> all.add(parked(parked)));
    return all;
  }

  /** The busiest first; idle ones are summed up. */
  private static void families(SchedulerObservations observed, List<String> all) {
    List<Map.Entry<ThreadFamily, ThreadTotals>> active =
        observed.families().entrySet().stream()
            .filter(one -> one.getValue().switchIns() + one.getValue().voluntary() > 0)
            .sorted(
                Comparator.comparingLong((Map.Entry<ThreadFamily, ThreadTotals> one) ->
                        one.getValue().onCpuNs() + one.getValue().waitNs())
                    .reversed())
            .toList();
    active.stream()
        .limit(MOST_FAMILIES)
        .forEach(one -> all.add(family(observed, one.getKey(), one.getValue())));
    int others = observed.families().size() - Math.min(active.size(), MOST_FAMILIES);
    if (others > 0) {
      all.add(Numbers.count(others, "other group") + " of threads that did less, or nothing");
    }
  }

  private static String family(
      SchedulerObservations observed, ThreadFamily family, ThreadTotals totals) {
    return family.name()
        + " ("
        + totals.threads()
        + "): "
        + Numbers.digits(observed.perS(totals.onCpuNs()) / 1e9)
        + " CPUs; waited "
        + Numbers.duration(observed.perS(totals.waitNs()))
        + " a second for a CPU, "
        + Numbers.duration(totals.waitNsPerSwitchIn())
        + " each time; "
        + Numbers.about(observed.perS(totals.switchIns()))
        + " times a second on a CPU, "
        + Numbers.about(observed.perS(totals.involuntary()))
        + " times it was taken away, "
        + Numbers.about(observed.perS(totals.migrations()))
        + " moves to another";
  }

  private static String cpus(CpuShares cpus) {
    return Numbers.digits(cpus.busy())
        + " of the "
        + cpus.cpus()
        + " CPUs that it may use were busy: this process "
        + Numbers.digits(cpus.own())
        + ", Foliot "
        + Numbers.digits(cpus.foliot())
        + ", others "
        + Numbers.digits(cpus.others())
        + "; steal "
        + Numbers.percent(cpus.stealShare());
  }

  private static String quota(SchedulerObservations observed) {
    if (observed.throttling().isEmpty()) {
      return observed.quotaCpus().isPresent()
          ? "quota of "
              + Numbers.digits(observed.quotaCpus().getAsDouble())
              + " CPUs; no control group"
              + " could be watched for throttling"
          : "no control group with a quota was seen";
    }
    String groups = Numbers.count(observed.throttling().size(), "control group");
    return (observed.quotaCpus().isPresent()
            ? "quota of " + Numbers.digits(observed.quotaCpus().getAsDouble()) + " CPUs"
            : "no quota")
        + "; "
        + groups
        + " watched for throttling: "
        + observed
            .mostThrottled()
            .map(most -> Numbers.count(most.getValue().periods(), "period"))
            .orElse("none was throttled");
  }

  private static String parked(ParkedPool pool) {
    ParkedIntervals.Result parked = pool.result();
    return Numbers.count(parked.looks(), "look")
        + (pool.kind() == ThreadPool.Kind.CARRIERS
            ? " at the queues of virtual threads"
            : " at the queue of " + pool.name())
        + ", with "
        + Numbers.count(parked.parallelism(), pool.thread())
        + ": work was queued for "
        + Numbers.percent(parked.queuedShare())
        + " of the time, beside a "
        + pool.thread()
        + " without work that slept for 1 ms or longer in "
        + Numbers.count(parked.intervals(), "spell")
        + (parked.intervals() > 0 ? ", the longest " + Numbers.duration(parked.longestNs()) : "")
        + (parked.stopped() > 0
            ? "; " + Numbers.count(parked.stopped()) + " more while the JVM stood still"
            : "");
  }
}
