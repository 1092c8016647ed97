package dev.foliot.diagnose.scheduler;

import dev.foliot.linux.Throttling;
import dev.foliot.store.Advice;
import dev.foliot.store.Evidence;
import dev.foliot.store.Grade;
import dev.foliot.store.ResourceFinding;
import dev.foliot.store.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Time that the process was not given at all: by a quota, or by the hypervisor. */
final class LostTime {
  static final double THROTTLED_MEDIUM = 0.01;
  static final double THROTTLED_HIGH = 0.10;

  static final double STEAL_LOW = 0.01;
  static final double STEAL_MEDIUM = 0.05;
  static final double STEAL_HIGH = 0.10;

  /** Fewer ticks than these are within the grain of the kernel's account. */
  static final double FEWEST_TICKS = 5;

  private static final double NS_PER_S = 1e9;

  private LostTime() {}

  /** A quota of a control group that was used up. */
  static Optional<ResourceFinding> throttling(Seen seen) {
    return seen.mostThrottled().map(most -> throttling(seen, most));
  }

  private static ResourceFinding throttling(Seen seen, Map.Entry<String, Throttling> most) {
    // the kernel adds up what each CPU was kept from running the group
    double share = Math.min(1, seen.groupPerS(most.getValue().throttledNs()) / NS_PER_S);
    List<Evidence> evidence = new ArrayList<>();
    seen.throttling()
        .forEach(
            (group, throttling) -> {
              if (throttling.periods() > 0) {
                evidence.add(
                    new Evidence(
                        "time throttled, of group " + group,
                        Figures.millis(seen.groupPerS(throttling.throttledNs())),
                        "ms a second",
                        "its quota was used up in "
                            + Figures.count(throttling.periods(), "period")
                            + "; the sum of all CPUs"));
              }
            });
    seen.quotaCpus()
        .ifPresent(quota -> evidence.add(new Evidence("quota, the tightest", quota, "CPUs")));
    seen.cpus()
        .ifPresent(
            cpus -> evidence.add(new Evidence("CPUs that this process used", cpus.own(), "CPUs")));
    return new ResourceFinding(
        ResourceFinding.Kind.THROTTLING,
        new Grade(
            share >= THROTTLED_HIGH
                ? Severity.HIGH
                : share >= THROTTLED_MEDIUM ? Severity.MEDIUM : Severity.LOW,
            "its group was stopped for up to "
                + Figures.duration(share * NS_PER_S)
                + " in each second, in "
                + Figures.count(most.getValue().periods(), "period")
                + ": low from the first on, medium from 10 ms in each second on, high from 100 ms"
                + " on",
            null),
        "all threads",
        evidence,
        new Advice(
            "A quota grants CPU time in periods, of 100 ms as a rule. A JVM with many threads uses"
                + " it up early in the period, on several CPUs at once, and then all of its threads"
                + " stand still until the next one, whatever they hold: requests, locks, the"
                + " garbage collector. On the average the CPU looks half idle.",
            List.of(
                "Raise the quota (cpu.max, Kubernetes' CPU limit), or take it away and keep the"
                    + " share (requests). Proof: foliot diagnose PID --only scheduler again under"
                    + " the same load: no period was throttled.",
                "Let fewer threads run at once within the quota: -XX:ActiveProcessorCount, fewer GC"
                    + " and compiler threads, a smaller pool. Proof: as above, and foliot study"
                    + " with the same quota (cpu-quota of a study file) on either: p99.9."),
            0.95));
  }

  /** CPUs that the hypervisor gave to others. */
  static Optional<ResourceFinding> steal(Seen seen) {
    return seen.cpus()
        .filter(cpus -> cpus.stealShare() >= STEAL_LOW && cpus.stealTicks() >= FEWEST_TICKS)
        .map(
            cpus -> {
              double share = cpus.stealShare();
              return new ResourceFinding(
                  ResourceFinding.Kind.STEAL,
                  new Grade(
                      share >= STEAL_HIGH
                          ? Severity.HIGH
                          : share >= STEAL_MEDIUM ? Severity.MEDIUM : Severity.LOW,
                      "the hypervisor took "
                          + Figures.percent(share)
                          + " of the time of its CPUs: low from 1 % on, medium from 5 % on, high"
                          + " from 10 % on",
                      null),
                  "all threads",
                  List.of(
                      new Evidence(
                          "steal",
                          100 * share,
                          "% of the time",
                          "of the " + cpus.cpus() + " CPUs that the process may use"),
                      new Evidence(
                          "CPUs that were busy", cpus.busy(), "CPUs", "of " + cpus.cpus())),
                  new Advice(
                      "The CPUs of a virtual machine are threads of its host. When these were ready"
                          + " to run, the host ran other machines. Inside, it looks as if the CPU"
                          + " had stood still for milliseconds, to every thread on it.",
                      List.of(
                          "Move to a host or an instance with CPUs of its own, or away from a noisy"
                              + " neighbour; burstable instances do this when their credits are"
                              + " used up. Proof: foliot diagnose PID --only scheduler there under"
                              + " the same load."),
                      0.9));
            });
  }
}
