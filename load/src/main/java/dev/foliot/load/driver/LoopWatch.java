package dev.foliot.load.driver;

import dev.foliot.bench.NanoClock;
import dev.foliot.bench.Phase;
import dev.foliot.judgement.KernelWatch;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.store.KernelView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The kernel's figures about this process's event loops during one phase. One thread. */
final class LoopWatch {
  private static final Path ROOT = Path.of("/");

  private final NanoClock clock;
  private final List<Long> threads;
  private final long pid = ProcessHandle.current().pid();
  private final KernelWatch kernel = new KernelWatch(pid);
  private final Map<Long, Long> onCpuNs = new HashMap<>();
  private long startNs;
  private @Nullable Double busiest;

  /**
   * @param threads the loops' known ids in the kernel
   */
  LoopWatch(NanoClock clock, List<Long> threads) {
    this.clock = clock;
    this.threads = List.copyOf(threads);
    threads.forEach(kernel::thread);
  }

  /** The kernel's id of the calling thread, on Linux. */
  static Optional<Long> callingThread() {
    try {
      Path link = Files.readSymbolicLink(Path.of("/proc/thread-self"));
      return Optional.of(Long.valueOf(String.valueOf(link.getFileName())));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  void begin() {
    kernel.phase(Phase.MEASURE);
    startNs = clock.nanoTime();
    for (long thread : threads) {
      if (SchedStat.of(ROOT, pid, thread) instanceof Reading.Value<SchedStat>(SchedStat now)) {
        onCpuNs.put(thread, now.onCpuNs());
      }
    }
  }

  void end() {
    kernel.phase(Phase.MEASURED);
    double spanNs = Math.max(1, clock.nanoTime() - startNs);
    for (long thread : threads) {
      Long before = onCpuNs.get(thread);
      if (before != null
          && SchedStat.of(ROOT, pid, thread) instanceof Reading.Value<SchedStat>(SchedStat now)) {
        double share = Math.clamp((now.onCpuNs() - before) / spanNs, 0, 1);
        busiest = busiest == null ? share : Math.max(busiest, share);
      }
    }
  }

  KernelView view() {
    return kernel.view();
  }

  /** The share of the phase that the busiest loop was on a CPU; null if unknown. */
  @Nullable Double busiestShare() {
    return busiest;
  }
}
