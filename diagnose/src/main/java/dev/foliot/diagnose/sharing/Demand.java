package dev.foliot.diagnose.sharing;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How threads use CPUs together: how long each ran and waited for a CPU, and how often it went to
 * sleep, since it was first noted. Used by one thread.
 */
final class Demand {
  private final TargetThreads threads;
  private final NanoClock clock;
  private final Map<Integer, Since> since = new HashMap<>();

  /** As of one round: a thread that reads is told of with each that writes. */
  private final Map<Integer, Optional<Since>> now = new HashMap<>();

  Demand(TargetThreads threads, NanoClock clock) {
    this.threads = threads;
    this.clock = clock;
  }

  /** Notes where those stand that are new. */
  void note(Collection<Integer> tids) {
    for (int tid : tids) {
      if (!since.containsKey(tid)) {
        read(tid).ifPresent(first -> since.put(tid, first));
      }
    }
  }

  /**
   * Tells classes what those that write there use together, and the same with each other one, and
   * with all those that read there and use no more than one CPU with them, one by one.
   */
  void tell(Collection<Suspect> suspects) {
    now.clear();
    suspects.forEach(this::tell);
  }

  private void tell(Suspect suspect) {
    Set<Integer> writers = suspect.traffic().writers();
    suspect.overlap().used(of(writers));
    Set<Integer> readers = new HashSet<>(suspect.traffic().wordReaders());
    suspect.read().forEach(field -> readers.addAll(suspect.traffic().readers(field)));
    Set<Integer> all = new HashSet<>(writers);
    for (int tid : suspect.traffic().seen()) {
      if (!writers.contains(tid)) {
        Set<Integer> both = new HashSet<>(writers);
        both.add(tid);
        CpuUse use = of(both);
        suspect.used(tid, use);
        if (readers.contains(tid) && !use.isMoreThanOne()) {
          all.add(tid);
        }
      }
    }
    suspect.usedByAll(of(all));
  }

  /** Of these, since each was noted; unknown where the kernel does not tell, or one has ended. */
  private CpuUse of(Set<Integer> tids) {
    double ran = 0;
    double wanted = 0;
    double turnNs = 0;
    for (int tid : tids) {
      Since before = since.get(tid);
      Optional<Since> after = now.computeIfAbsent(tid, this::read);
      if (before == null || after.isEmpty()) {
        return CpuUse.UNKNOWN;
      }
      CpuUse one = before.until(after.get());
      ran += one.ran();
      wanted += one.wanted();
      turnNs = Math.max(turnNs, one.turnNs());
    }
    return new CpuUse(ran, wanted, turnNs);
  }

  private Optional<Since> read(int tid) {
    return threads.used(tid).map(used -> new Since(clock.nanos(), used));
  }

  /** Where a thread stood. */
  private record Since(long atNs, TargetThreads.Used used) {
    CpuUse until(Since now) {
      double nanos = Math.max(1, now.atNs - atNs);
      double ran = now.used.ranNs() - used.ranNs();
      long slept = now.used.sleeps() - used.sleeps();
      double turnNs = slept > 0 ? ran / slept : Double.POSITIVE_INFINITY;
      return new CpuUse(ran / nanos, (now.used.wantedNs() - used.wantedNs()) / nanos, turnNs);
    }
  }
}
