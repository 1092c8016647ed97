package dev.foliot.diagnose.sharing;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How threads use CPUs together: how long each ran and waited for a CPU, and how often it went to
 * sleep, since it was first noted. Used by one thread.
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
        now(tid).ifPresent(now -> since.put(tid, now));
      }
    }
  }

  /** Tells a class what those that write there use together, and the same with each other one. */
  void tell(Suspect suspect) {
    Set<Integer> writers = suspect.traffic().writers();
    suspect.overlap().used(of(writers));
    for (int tid : suspect.traffic().seen()) {
      if (!writers.contains(tid)) {
        Set<Integer> all = new HashSet<>(writers);
        all.add(tid);
        suspect.used(tid, of(all));
      }
    }
  }

  /** Of these, since each was noted; unknown where the kernel does not tell, or one has ended. */
  private CpuUse of(Set<Integer> tids) {
    double ran = 0;
    double wanted = 0;
    double turnNs = 0;
    for (int tid : tids) {
      Since before = since.get(tid);
      Optional<Since> now = now(tid);
      if (before == null || now.isEmpty()) {
        return CpuUse.UNKNOWN;
      }
      CpuUse one = before.until(now.get());
      ran += one.ran();
      wanted += one.wanted();
      turnNs = Math.max(turnNs, one.turnNs());
    }
    return new CpuUse(ran, wanted, turnNs);
  }

  private Optional<Since> now(int tid) {
    OptionalLong ran = threads.cpuNs(tid);
    OptionalLong wanted = threads.wantedNs(tid);
    return ran.isPresent() && wanted.isPresent()
        ? Optional.of(
            new Since(
                clock.nanos(), ran.getAsLong(), wanted.getAsLong(), threads.sleeps(tid).orElse(0)))
        : Optional.empty();
  }

  /** Where a thread stood. */
  private record Since(long atNs, long ranNs, long wantedNs, long sleeps) {
    CpuUse until(Since now) {
      double nanos = Math.max(1, now.atNs - atNs);
      double ran = now.ranNs - ranNs;
      long slept = now.sleeps - sleeps;
      double turnNs = slept > 0 ? ran / slept : Double.POSITIVE_INFINITY;
      return new CpuUse(ran / nanos, (now.wantedNs - wantedNs) / nanos, turnNs);
    }
  }
}
