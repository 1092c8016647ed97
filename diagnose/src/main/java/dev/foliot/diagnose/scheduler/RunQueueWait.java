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
 * Threads that are ready to run and wait for a CPU: a finding when they wait for a tenth of the
 * time in which they could run, after what Foliot's own running can have caused is taken off.
 */
final class RunQueueWait {
  /** Of the time in which threads could run, from 0 to 1. */
  static final double MEDIUM = 0.10;

  static final double HIGH = 0.30;

  /** Of the wall time; below that it is about too little. */
  static final double LEAST_OF_WALL = 0.02;

  private static final double HIGH_OF_WALL = 0.10;

  /** Beyond this share of it, a wait belongs to the quota. */
  private static final double BY_QUOTA = 0.3;

  private static final double MANY_OTHERS = 0.1;
  private static final double ALMOST_ALL = 0.75;
  private static final int MOST_SHOWN = 5;
  private static final String AGAIN =
      " Proof: foliot diagnose PID --only scheduler again under the same load: the run-queue wait"
          + " is gone.";

  private RunQueueWait() {}

  static Optional<ResourceFinding> of(Seen seen) {
    ThreadTotals all = seen.felt();
    double foliotNs = seen.cpus().map(CpuShares::foliot).orElse(0.0) * seen.observedNs();
    double netNs = Math.max(0, all.waitNs() - foliotNs);
    double could = netNs + all.onCpuNs();
    double share = could == 0 ? 0 : netNs / could;
    double ofWall = seen.observedNs() == 0 ? 0 : netNs / seen.observedNs();
    long throttledNs = seen.mostThrottled().map(one -> one.getValue().throttledNs()).orElse(0L);
    boolean byQuota = seen.groupPerS(throttledNs) > BY_QUOTA * seen.perS(netNs);
    if (share < MEDIUM || ofWall < LEAST_OF_WALL || byQuota) {
      return Optional.empty();
    }
    Severity severity = share >= HIGH && ofWall >= HIGH_OF_WALL ? Severity.HIGH : Severity.MEDIUM;
    List<Map.Entry<ThreadFamily, ThreadTotals>> worst = worst(seen);
    return Optional.of(
        new ResourceFinding(
            ResourceFinding.Kind.RUN_QUEUE_WAIT,
            new Grade(
                severity,
                "threads waited for a CPU for "
                    + Figures.percent(share)
                    + " of the time in which they could have run, "
                    + Figures.duration(seen.perS(netNs))
                    + " in each second, after the "
                    + Figures.duration(seen.perS(foliotNs))
                    + " a second that Foliot itself ran: medium from 10 % on, high from 30 % on"
                    + " (and 100 ms in each second)",
                null),
            worst.getFirst().getKey().name(),
            evidence(seen, worst),
            new Advice(explanation(seen), remedies(seen), seen.cpus().isPresent() ? 0.9 : 0.7)));
  }

  /** Those that waited most. */
  private static List<Map.Entry<ThreadFamily, ThreadTotals>> worst(Seen seen) {
    return seen.families().entrySet().stream()
        .filter(one -> one.getKey().isFelt() && one.getValue().waitNs() > 0)
        .sorted(
            Comparator.comparingLong(
                    (Map.Entry<ThreadFamily, ThreadTotals> one) -> one.getValue().waitNs())
                .reversed())
        .limit(MOST_SHOWN)
        .toList();
  }

  private static List<Evidence> evidence(
      Seen seen, List<Map.Entry<ThreadFamily, ThreadTotals>> worst) {
    List<Evidence> evidence = new ArrayList<>();
    for (Map.Entry<ThreadFamily, ThreadTotals> one : worst) {
      ThreadTotals totals = one.getValue();
      evidence.add(
          new Evidence(
              "run-queue wait of " + one.getKey().name(),
              Figures.millis(seen.perS(totals.waitNs())),
              "ms a second",
              Figures.duration(totals.waitNsPerSwitchIn())
                  + " for each time on a CPU; on a CPU for "
                  + Figures.duration(seen.perS(totals.onCpuNs()))
                  + " a second; "
                  + Figures.count(seen.perS(totals.involuntary()))
                  + " times a second the CPU was taken away"));
    }
    seen.cpus()
        .ifPresent(
            cpus -> {
              evidence.add(
                  new Evidence(
                      "CPUs that other processes used",
                      cpus.others(),
                      "CPUs",
                      "of the " + cpus.cpus() + " that this one may use"));
              evidence.add(
                  new Evidence(
                      "CPUs that this process used", cpus.own(), "CPUs", "of " + cpus.cpus()));
              evidence.add(new Evidence("CPUs that Foliot used", cpus.foliot(), "CPUs"));
            });
    return evidence;
  }

  private static boolean isByOthers(CpuShares cpus) {
    return cpus.others() >= MANY_OTHERS * cpus.cpus();
  }

  private static boolean isByItself(CpuShares cpus) {
    return cpus.own() >= ALMOST_ALL * cpus.cpus() || !isByOthers(cpus);
  }

  private static String explanation(Seen seen) {
    StringBuilder text =
        new StringBuilder(
            "A thread that has work to do still has to be put on a CPU by the kernel. These threads"
                + " were ready, and stood in the kernel's queue behind others: requests wait,"
                + " although the process does not look busy by its own CPU time.");
    seen.cpus()
        .ifPresent(
            cpus -> {
              if (isByOthers(cpus)) {
                text.append(" Other processes used ")
                    .append(Figures.cpus(cpus.others()))
                    .append(" of the ")
                    .append(cpus.cpus())
                    .append(" CPUs that this one may use.");
              }
              if (isByItself(cpus)) {
                text.append(" Its own threads used ")
                    .append(Figures.cpus(cpus.own()))
                    .append(": more of them want to run at once than there are CPUs for.");
              }
              if (cpus.cpus() < cpus.online()) {
                text.append(" The machine has ")
                    .append(cpus.online())
                    .append(" CPUs; this process is kept to ")
                    .append(cpus.cpus())
                    .append('.');
              }
            });
    return text.toString();
  }

  private static List<String> remedies(Seen seen) {
    List<String> remedies = new ArrayList<>();
    seen.cpus()
        .ifPresent(
            cpus -> {
              if (isByOthers(cpus)) {
                remedies.add(
                    "Take the other processes off these CPUs, or give this one CPUs of its own"
                        + " (taskset, a cpuset, Kubernetes' static CPU manager); top shows who they"
                        + " are."
                        + AGAIN);
              }
              if (cpus.cpus() < cpus.online()) {
                remedies.add(
                    "Let it use more of the machine's CPUs: widen its affinity (taskset -p PID) or"
                        + " its cpuset."
                        + AGAIN);
              }
              if (isByItself(cpus)) {
                remedies.add(
                    "Let fewer threads compute at once, as many as there are CPUs, or give it more"
                        + " CPUs: foliot study of the service with a smaller fixed pool and with"
                        + " the adaptive one shows which serves sooner."
                        + AGAIN);
              }
            });
    if (remedies.isEmpty()) {
      remedies.add("See with top -H which threads run on these CPUs." + AGAIN);
    }
    return remedies;
  }
}
