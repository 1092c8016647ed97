package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.reason.SchedulerReason;
import dev.foliot.hotspot.threads.ThreadFamily;
import dev.foliot.hotspot.threads.ThreadTotals;
import dev.foliot.linux.cgroup.Throttling;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.Finding.Advice;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.FindingCauses;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides which observations are findings, by the thresholds named in each finding. Pure. A long
 * file, since these findings are weighed against each other.
 *
 * <p>Waiting for a CPU is a finding if it takes a tenth of the runnable time, without the part that
 * Foliot's own running can have caused. A wait caused by a quota belongs to the quota.
 *
 * <p>The cost of a migration depends on the thread's data in its caches: microseconds to more than
 * a millisecond [1]. The thresholds assume ten microseconds, and say so.
 *
 * <p>Open Liberty's engineers observed carriers parked for 10 to 13 ms while short tasks waited, on
 * two CPUs and JDK 21 [2]; JDK-8322732 fixed the cause.
 *
 * <p>[1] Li, Ding and Shen, "Quantifying the cost of context switch", 2007.
 *
 * <p>[2] github.com/blueperf/demo-vt-issues, 2024.
 */
final class SchedulerJudge {
  /** Above this share a wait belongs to the quota. */
  private static final double BY_QUOTA = 0.3;

  /** Of the quota: from here on it is the quota that ends. */
  private static final double QUOTA_USED = 0.8;

  /** Of its CPUs: from here on the process would wait without a quota, too. */
  private static final double MACHINE_FULL = 0.9;

  /** Of its CPUs: with fewer busy ones, a ready thread gets one at once. */
  private static final double CPUS_BUSY = 0.7;

  /** On average for each time on a CPU. */
  private static final long LONG_WAIT_NS = 100_000;

  /** A percentile of fewer is meaningless. */
  static final int FEWEST_WAKE_UPS = 100;

  /** Fewer are meaningless. */
  static final double FEWEST_MOVES_PER_S = 2_000;

  /** Fewer ticks are below the kernel's resolution. */
  static final double FEWEST_TICKS = 5;

  /** One or two may be a thread that lost its CPU between adding work and waking a worker. */
  static final int FEWEST_INTERVALS = 3;

  /** Fewer CPUs are not worth a finding, however often threads change on them. */
  private static final double HAND_OFF_CPUS = 0.2;

  private static final int MOST_SHOWN = 5;
  private static final double NS_PER_US = 1e3;
  private static final double NS_PER_MS = 1e6;
  private static final double NS_PER_S = 1e9;

  private SchedulerJudge() {}

  /** The findings, the most severe first. */
  static List<ResourceFinding> findings(SchedulerObservations observed) {
    Stream<ResourceFinding> parked =
        observed.parked().stream().flatMap(pool -> parked(pool).stream());
    Stream<Optional<ResourceFinding>> others =
        Stream.of(
            throttling(observed),
            runQueueWait(observed),
            lateWakeUps(observed),
            steal(observed),
            migrations(observed),
            handOffs(observed));
    return Stream.concat(parked, others.flatMap(Optional::stream))
        .sorted(Comparator.comparing(ResourceFinding::severity))
        .toList();
  }

  private static Optional<ResourceFinding> runQueueWait(SchedulerObservations observed) {
    ThreadTotals all = waiting(observed);
    double foliotNs = observed.cpus().map(CpuShares::foliot).orElse(0.0) * observed.observedNs();
    double netNs = Math.max(0, all.waitNs() - foliotNs);
    double could = netNs + all.onCpuNs();
    double share = could == 0 ? 0 : netNs / could;
    double ofWall = observed.observedNs() == 0 ? 0 : netNs / observed.observedNs();
    boolean byQuota = isQuotaBinding(observed) || isMostlyThrottled(observed, netNs);
    Optional<Severity> severity = FindingKind.CPU_STARVATION.severity(share, ofWall);
    List<Map.Entry<ThreadFamily, ThreadTotals>> worst = longestWaiting(observed);
    if (severity.isEmpty() || byQuota || !areBusy(observed) || worst.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ResourceFinding(
            FindingKind.CPU_STARVATION,
            new Grade(
                severity.get(),
                new SchedulerReason.RunQueueWait(
                    share, observed.perS(netNs), observed.perS(foliotNs))),
            worst.getFirst().getKey().name(),
            waitEvidence(observed, worst),
            new Advice(
                SchedulerText.waits(observed),
                SchedulerText.waitRemedies(observed),
                observed.cpus().isPresent() ? 0.9 : 0.7)));
  }

  /** Without busy CPUs, threads wait for a wake-up, not for a CPU; without figures, they may be. */
  private static boolean areBusy(SchedulerObservations observed) {
    return observed.cpus().map(cpus -> cpus.busy() >= CPUS_BUSY * cpus.cpus()).orElse(true);
  }

  /**
   * The threads of the program whose waits are long. A woken thread waits some 20 to 40 us until it
   * runs, however idle its CPU is: many short waits are many wake-ups. HotSpot's own threads wait
   * for what the program does.
   */
  private static ThreadTotals waiting(SchedulerObservations observed) {
    return observed.families().entrySet().stream()
        .filter(one -> isProgram(one.getKey()) && isLong(one.getValue()))
        .map(Map.Entry::getValue)
        .reduce(ThreadTotals.NONE, ThreadTotals::plus);
  }

  private static boolean isProgram(ThreadFamily family) {
    return switch (family.kind()) {
      case CARRIERS, WORKERS, PROGRAM -> true;
      case GC, JIT, VM -> false;
    };
  }

  private static boolean isLong(ThreadTotals totals) {
    return totals.waitNsPerSwitchIn() >= LONG_WAIT_NS;
  }

  private static boolean isMostlyThrottled(SchedulerObservations observed, double netNs) {
    long throttledNs = observed.mostThrottled().map(one -> one.getValue().throttledNs()).orElse(0L);
    return observed.groupPerS(throttledNs) > BY_QUOTA * observed.perS(netNs);
  }

  /**
   * Whether the process uses its quota up while CPUs are idle. Each of its threads then waits for
   * as long as the group is throttled, so with many threads the waits exceed the throttled time.
   */
  private static boolean isQuotaBinding(SchedulerObservations observed) {
    if (observed.mostThrottled().isEmpty()
        || observed.quotaCpus().isEmpty()
        || observed.cpus().isEmpty()) {
      return false;
    }
    CpuShares cpus = observed.cpus().get();
    return cpus.own() >= QUOTA_USED * observed.quotaCpus().getAsDouble()
        && cpus.busy() < MACHINE_FULL * cpus.cpus();
  }

  /** The families with the longest waits. */
  private static List<Map.Entry<ThreadFamily, ThreadTotals>> longestWaiting(
      SchedulerObservations observed) {
    return observed.families().entrySet().stream()
        .filter(one -> isProgram(one.getKey()) && isLong(one.getValue()))
        .sorted(
            Comparator.comparingLong(
                    (Map.Entry<ThreadFamily, ThreadTotals> one) -> one.getValue().waitNs())
                .reversed())
        .limit(MOST_SHOWN)
        .toList();
  }

  private static List<Evidence> waitEvidence(
      SchedulerObservations observed, List<Map.Entry<ThreadFamily, ThreadTotals>> worst) {
    List<Evidence> evidence = new ArrayList<>();
    for (Map.Entry<ThreadFamily, ThreadTotals> one : worst) {
      ThreadTotals totals = one.getValue();
      evidence.add(
          new Evidence(
              "run-queue wait of " + one.getKey().name(),
              observed.perS(totals.waitNs()) / NS_PER_MS,
              "ms a second",
              Numbers.duration(totals.waitNsPerSwitchIn())
                  + " for each time on a CPU; on a CPU for "
                  + Numbers.duration(observed.perS(totals.onCpuNs()))
                  + " a second; "
                  + Numbers.about(observed.perS(totals.involuntary()))
                  + " times a second the CPU was taken away"));
    }
    observed
        .cpus()
        .ifPresent(cpus -> {
          evidence.add(
              new Evidence(
                  FindingCauses.OTHERS,
                  cpus.others(),
                  "CPUs",
                  "of the " + cpus.cpus() + " that this one may use"));
          evidence.add(
              new Evidence("CPUs that this process used", cpus.own(), "CPUs", "of " + cpus.cpus()));
          evidence.add(new Evidence("CPUs that Foliot used", cpus.foliot(), "CPUs"));
        });
    observed
        .pressure()
        .ifPresent(pressure ->
            evidence.add(
                new Evidence(
                    "CPU pressure of " + pressure.whole(),
                    100 * pressure.share(),
                    "% of the time",
                    "some thread of it waited for a CPU, by the kernel's count")));
    return evidence;
  }

  /** Threads that ran late after a wake-up, by the kernel's trace points. */
  private static Optional<ResourceFinding> lateWakeUps(SchedulerObservations observed) {
    List<Map.Entry<ThreadFamily, WakeWaits>> worst =
        observed.wakes().entrySet().stream()
            .filter(one -> one.getKey().isFelt() && one.getValue().count() >= FEWEST_WAKE_UPS)
            .sorted(
                Comparator.comparingLong(
                        (Map.Entry<ThreadFamily, WakeWaits> one) -> one.getValue().p99Ns())
                    .reversed())
            .limit(MOST_SHOWN)
            .toList();
    long p99Ns = worst.isEmpty() ? 0 : worst.getFirst().getValue().p99Ns();
    Optional<Severity> severity = FindingKind.LATE_WAKE_UP.severity((double) p99Ns);
    if (severity.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ResourceFinding(
            FindingKind.LATE_WAKE_UP,
            new Grade(severity.get(), new SchedulerReason.LateWakeUps(p99Ns)),
            worst.getFirst().getKey().name(),
            lateEvidence(worst),
            FindingKind.LATE_WAKE_UP.advice(0.9)));
  }

  private static List<Evidence> lateEvidence(List<Map.Entry<ThreadFamily, WakeWaits>> worst) {
    List<Evidence> evidence = new ArrayList<>();
    for (Map.Entry<ThreadFamily, WakeWaits> one : worst) {
      WakeWaits waits = one.getValue();
      evidence.add(
          new Evidence(
              "wake-up to running, p99, of " + one.getKey().name(),
              waits.p99Ns() / NS_PER_US,
              "us",
              Numbers.count(waits.count(), "wake-up")
                  + ", half within "
                  + Numbers.duration(waits.p50Ns())
                  + ", the longest "
                  + Numbers.duration(waits.maxNs())));
    }
    return evidence;
  }

  /** Threads that migrate between CPUs too often to keep warm caches. */
  private static Optional<ResourceFinding> migrations(SchedulerObservations observed) {
    List<Map.Entry<ThreadFamily, ThreadTotals>> most =
        observed.families().entrySet().stream()
            .filter(one -> one.getKey().isFelt() && isMovedOften(observed, one.getValue()))
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
            FindingKind.MIGRATIONS,
            new Grade(
                FindingKind.MIGRATIONS.severity(perCpuS).orElseThrow(),
                new SchedulerReason.ManyMigrations(perCpuS)),
            most.getFirst().getKey().name(),
            moveEvidence(observed, most),
            FindingKind.MIGRATIONS.advice(0.6)));
  }

  private static boolean isMovedOften(SchedulerObservations observed, ThreadTotals totals) {
    return observed.perS(totals.migrations()) >= FEWEST_MOVES_PER_S
        && FindingKind.MIGRATIONS.severity(perCpuS(totals)).isPresent();
  }

  private static double perCpuS(ThreadTotals totals) {
    return totals.onCpuNs() == 0 ? 0 : totals.migrations() * NS_PER_S / totals.onCpuNs();
  }

  private static List<Evidence> moveEvidence(
      SchedulerObservations observed, List<Map.Entry<ThreadFamily, ThreadTotals>> most) {
    List<Evidence> evidence = new ArrayList<>();
    for (Map.Entry<ThreadFamily, ThreadTotals> one : most) {
      ThreadTotals totals = one.getValue();
      evidence.add(
          new Evidence(
              "moves of " + one.getKey().name(),
              observed.perS(totals.migrations()),
              "a second",
              Numbers.fixed(perCpuS(totals), 0)
                  + " for each second on a CPU; put on a CPU "
                  + Numbers.about(observed.perS(totals.switchIns()))
                  + " times a second"));
    }
    return evidence;
  }

  /** Threads of the program that leave their CPU after microseconds. */
  private static Optional<ResourceFinding> handOffs(SchedulerObservations observed) {
    List<Map.Entry<ThreadFamily, ThreadTotals>> most =
        observed.families().entrySet().stream()
            .filter(one -> isProgram(one.getKey()))
            .sorted(
                Comparator.comparingLong(
                        (Map.Entry<ThreadFamily, ThreadTotals> one) -> one.getValue().switchIns())
                    .reversed())
            .limit(MOST_SHOWN)
            .toList();
    ThreadTotals all =
        observed.families().entrySet().stream()
            .filter(one -> isProgram(one.getKey()))
            .map(Map.Entry::getValue)
            .reduce(ThreadTotals.NONE, ThreadTotals::plus);
    double cpus = observed.perS(all.onCpuNs()) / NS_PER_S;
    double perCpuS = all.onCpuNs() == 0 ? 0 : all.switchIns() * NS_PER_S / all.onCpuNs();
    // a thread that sleeps until a packet comes leaves its CPU by itself as often, and must
    boolean mayBeIo = all.voluntary() >= all.switchIns() / 2;
    return FindingKind.HAND_OFFS
        .severity(perCpuS)
        .filter(severity -> cpus >= HAND_OFF_CPUS)
        .map(severity -> mayBeIo ? Severity.LOW : severity)
        .map(severity ->
            new ResourceFinding(
                FindingKind.HAND_OFFS,
                new Grade(severity, new SchedulerReason.ManyHandOffs(perCpuS, cpus)),
                most.getFirst().getKey().name(),
                most.stream()
                    .filter(one -> one.getValue().switchIns() > 0)
                    .map(one -> handOff(observed, one.getKey(), one.getValue()))
                    .toList(),
                FindingKind.HAND_OFFS.advice(0.8)));
  }

  private static Evidence handOff(
      SchedulerObservations observed, ThreadFamily family, ThreadTotals totals) {
    return new Evidence(
        "times on a CPU, of " + family.name(),
        observed.perS(totals.switchIns()),
        "a second",
        Numbers.duration((double) totals.onCpuNs() / totals.switchIns())
            + " each; left by themselves "
            + Numbers.about(observed.perS(totals.voluntary()))
            + " times a second");
  }

  /** An exhausted quota of a control group. */
  private static Optional<ResourceFinding> throttling(SchedulerObservations observed) {
    if (observed.mostThrottled().isEmpty()) {
      return Optional.empty();
    }
    Throttling most = observed.mostThrottled().get().getValue();
    // the kernel sums the throttled time of all CPUs
    double share = Math.min(1, observed.groupPerS(most.throttledNs()) / NS_PER_S);
    List<Evidence> evidence = new ArrayList<>();
    observed
        .throttling()
        .forEach((group, throttling) -> {
          if (throttling.periods() > 0) {
            evidence.add(
                new Evidence(
                    "time throttled, of group " + group,
                    observed.groupPerS(throttling.throttledNs()) / NS_PER_MS,
                    "ms a second",
                    "its quota was used up in "
                        + Numbers.count(throttling.periods(), "period")
                        + "; the sum of all CPUs"));
          }
        });
    observed
        .quotaCpus()
        .ifPresent(quota -> evidence.add(new Evidence("quota, the tightest", quota, "CPUs")));
    observed
        .cpus()
        .ifPresent(
            cpus -> evidence.add(new Evidence("CPUs that this process used", cpus.own(), "CPUs")));
    return Optional.of(
        new ResourceFinding(
            FindingKind.THROTTLING,
            new Grade(
                FindingKind.THROTTLING.severity(share).orElse(Severity.LOW),
                new SchedulerReason.QuotaUsedUp(share * NS_PER_S, most.periods())),
            "all threads",
            evidence,
            FindingKind.THROTTLING.advice(0.95)));
  }

  /** CPUs that the hypervisor gave to others. */
  private static Optional<ResourceFinding> steal(SchedulerObservations observed) {
    return observed
        .cpus()
        .filter(cpus -> cpus.stealTicks() >= FEWEST_TICKS)
        .flatMap(cpus ->
            FindingKind.STEAL
                .severity(cpus.stealShare())
                .map(severity ->
                    new ResourceFinding(
                        FindingKind.STEAL,
                        new Grade(severity, new SchedulerReason.CpusStolen(cpus.stealShare())),
                        "all threads",
                        List.of(
                            new Evidence(
                                "steal",
                                100 * cpus.stealShare(),
                                "% of the time",
                                "of the " + cpus.cpus() + " CPUs that the process may use"),
                            new Evidence(
                                "CPUs that were busy", cpus.busy(), "CPUs", "of " + cpus.cpus())),
                        FindingKind.STEAL.advice(0.9))));
  }

  /** A thread of a pool that sleeps while work is queued. */
  private static Optional<ResourceFinding> parked(ParkedPool pool) {
    ParkedIntervals.Result parked = pool.result();
    double share = parked.parkedShare();
    Optional<Severity> severity = FindingKind.PARKED_WORKER.severity(share);
    if (parked.intervals() < FEWEST_INTERVALS || severity.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ResourceFinding(
            FindingKind.PARKED_WORKER,
            new Grade(
                severity.get(),
                new SchedulerReason.WorkerParked(share, parked.intervals(), pool.thread())),
            pool.name(),
            List.of(
                new Evidence(
                    "time with a parked " + pool.thread() + " and queued work",
                    100 * share,
                    "% of the time",
                    Numbers.count(parked.intervals(), "interval")
                        + " of 1 ms or more in "
                        + Numbers.duration(parked.watchedNs())),
                new Evidence(
                    "longest such interval",
                    parked.longestNs() / NS_PER_MS,
                    "ms",
                    "half of them lasted " + Numbers.duration(parked.medianNs()) + " or longer"),
                new Evidence(
                    "most " + pool.work() + "s queued in one sample",
                    (double) parked.mostQueued(),
                    "",
                    "work was queued at "
                        + Numbers.percent(parked.queuedShare())
                        + " of the samples; "
                        + Numbers.count(parked.parallelism(), pool.thread())
                        + (pool.kind().isExecutor() ? " in all" : " may run"))),
            new Advice(
                SchedulerText.parked(pool.kind()),
                SchedulerText.parkedRemedies(pool.kind()),
                parked.tellsStops() ? 0.9 : 0.6)));
  }
}
