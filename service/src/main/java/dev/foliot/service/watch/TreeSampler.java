package dev.foliot.service.watch;

import dev.foliot.hotspot.threads.ThreadTally;
import dev.foliot.hotspot.threads.ThreadTotals;
import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.memory.ProcessMemory;
import dev.foliot.store.study.StudySample;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Samples a process and its descendants. One thread. */
final class TreeSampler {
  private static final ProcessMemory NONE = new ProcessMemory(0, 0);
  private static final double NS_PER_MS = 1e6;
  private static final long NS_PER_S = 1_000_000_000;

  private final Path root;
  private final CpuTally cpu;
  private final ThreadTally threads;
  private final long tickNs;

  TreeSampler(Path root, long pid) {
    this.root = root;
    cpu = new CpuTally(root, pid);
    threads = new ThreadTally(root);
    tickNs = NS_PER_S / ClockTicks.of(root).perSecond();
  }

  /** Takes a sample; empty when all processes have ended. */
  Optional<StudySample> sample(long atNs) {
    Set<Long> pids = cpu.look();
    if (pids.isEmpty()) {
      return Optional.empty();
    }
    threads.look(pids);
    ThreadTotals done = threads.all();
    long userNs = cpu.userTicks() * tickNs;
    long systemNs = cpu.systemTicks() * tickNs;
    return Optional.of(
        new StudySample(
            atNs / NS_PER_MS,
            new StudySample.Sums(
                userNs,
                systemNs,
                done.voluntary(),
                done.involuntary(),
                threads.isScheduled() ? done.waitNs() : null,
                threads.ended(),
                Math.max(0, userNs + systemNs - done.onCpuNs())),
            new StudySample.Now(
                pids.size(),
                done.threads(),
                threads.carriers(),
                pids.stream()
                    .mapToLong(pid -> ProcessMemory.of(root, pid).orElse(NONE).residentBytes())
                    .sum())));
  }
}
