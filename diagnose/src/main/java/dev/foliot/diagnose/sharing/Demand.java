package dev.foliot.diagnose.sharing;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How many CPUs threads wanted together: the time in which each ran or waited for a CPU. Threads
 * that hand a task on want one; those that would write at the same time want more, though a busy
 * machine may not let them. Used by one thread.
 */
final class Demand {
  private final TargetThreads threads;
  private final NanoClock clock;
  private final Map<Integer, Since> since = new HashMap<>();

  Demand(TargetThreads threads, NanoClock clock) {
    this.threads = threads;
    this.clock = clock;
  }

  /** Notes where those stand that are new. */
  void note(Collection<Integer> tids) {
    for (int tid : tids) {
      if (!since.containsKey(tid)) {
        threads.wantedNs(tid).ifPresent(ns -> since.put(tid, new Since(clock.nanos(), ns)));
      }
    }
  }

  /** Tells a class what those that write there want together, and what each other one adds. */
  void tell(Suspect suspect) {
    Set<Integer> writers = suspect.traffic().writers();
    suspect.overlap().wanted(of(writers).orElse(Double.POSITIVE_INFINITY));
    for (int tid : suspect.traffic().seen()) {
      if (!writers.contains(tid)) {
        Set<Integer> all = new HashSet<>(writers);
        all.add(tid);
        of(all).ifPresent(cpus -> suspect.wanted(tid, cpus));
      }
    }
  }

  /** Of these, since each was noted; empty where the kernel does not tell, or one has ended. */
  private OptionalDouble of(Set<Integer> tids) {
    double sum = 0;
    for (int tid : tids) {
      Since before = since.get(tid);
      OptionalLong now = threads.wantedNs(tid);
      if (before == null || now.isEmpty()) {
        return OptionalDouble.empty();
      }
      long nanos = Math.max(1, clock.nanos() - before.atNs());
      sum += (double) (now.getAsLong() - before.wantedNs()) / nanos;
    }
    return OptionalDouble.of(sum);
  }

  private record Since(long atNs, long wantedNs) {}
}
