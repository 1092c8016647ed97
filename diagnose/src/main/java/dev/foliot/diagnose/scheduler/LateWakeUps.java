package dev.foliot.diagnose.scheduler;

import dev.foliot.hotspot.threads.ThreadFamily;
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

/** Threads that were woken and came to a CPU late, by the kernel's trace points. */
final class LateWakeUps {
  /** From this 99th percentile on it is worth knowing. */
  static final long LOW_NS = 2_000_000;

  static final long MEDIUM_NS = 4_000_000;
  static final long HIGH_NS = 10_000_000;

  /** A percentile of fewer is nothing. */
  static final int FEWEST = 100;

  private static final int MOST_SHOWN = 5;

  private LateWakeUps() {}

  static Optional<ResourceFinding> of(Seen seen) {
    List<Map.Entry<ThreadFamily, WakeWaits>> worst =
        seen.wakes().entrySet().stream()
            .filter(one -> one.getKey().isFelt() && one.getValue().count() >= FEWEST)
            .sorted(
                Comparator.comparingLong(
                        (Map.Entry<ThreadFamily, WakeWaits> one) -> one.getValue().p99Ns())
                    .reversed())
            .limit(MOST_SHOWN)
            .toList();
    if (worst.isEmpty() || worst.getFirst().getValue().p99Ns() < LOW_NS) {
      return Optional.empty();
    }
    long p99Ns = worst.getFirst().getValue().p99Ns();
    return Optional.of(
        new ResourceFinding(
            ResourceFinding.Kind.LATE_WAKE_UP,
            new Grade(
                severity(p99Ns),
                "one wake-up in a hundred came to a CPU "
                    + Figures.duration(p99Ns)
                    + " late or more: low from 2 ms on, medium from 4 ms on, high from 10 ms on",
                null),
            worst.getFirst().getKey().name(),
            evidence(worst),
            new Advice(
                "Who waits for a task or an answer sleeps, and is woken when it comes. From then on"
                    + " it only has to be put on a CPU. These threads were, but late: other threads"
                    + " held the CPU that they were woken on, or the CPU had to be woken itself."
                    + " Each such wait is added to a response time, and no profile of the program"
                    + " shows it.",
                List.of(
                    "Where run-queue wait is found as well, mend that first: it is the same wait."
                        + " Proof: foliot diagnose PID --only scheduler again: p99 from wake-up to"
                        + " running has fallen.",
                    "Where CPUs are idle at the same time, see which CPU the threads are woken on:"
                        + " affinity and cpusets may hold them to a busy one; on a virtual machine"
                        + " the hypervisor may be late to give the CPU (look at steal). Proof: as"
                        + " above."),
                0.9)));
  }

  private static Severity severity(long p99Ns) {
    return p99Ns >= HIGH_NS ? Severity.HIGH : p99Ns >= MEDIUM_NS ? Severity.MEDIUM : Severity.LOW;
  }

  private static List<Evidence> evidence(List<Map.Entry<ThreadFamily, WakeWaits>> worst) {
    List<Evidence> evidence = new ArrayList<>();
    for (Map.Entry<ThreadFamily, WakeWaits> one : worst) {
      WakeWaits waits = one.getValue();
      evidence.add(
          new Evidence(
              "wake-up to running, p99, of " + one.getKey().name(),
              Figures.micros(waits.p99Ns()),
              "us",
              Figures.count(waits.count(), "wake-up")
                  + ", half within "
                  + Figures.duration(waits.p50Ns())
                  + ", the longest "
                  + Figures.duration(waits.maxNs())));
    }
    return evidence;
  }
}
