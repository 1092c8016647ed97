package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A service observed from outside, in figures.
 *
 * @param spanNs time watched, in nanoseconds
 * @param cpu its use of CPUs, and its waits for them
 * @param threads the maxima of its threads
 * @param rss its resident memory
 * @param memory sentences on the parts of the memory; empty if unknown
 */
public record StudyWatch(
    long spanNs,
    @JsonUnwrapped Cpu cpu,
    @JsonUnwrapped Threads threads,
    @JsonUnwrapped Rss rss,
    List<String> memory) {
  /**
   * Its use of CPUs, and its waits for them.
   *
   * @param cpuUserCores CPU use in user mode, in CPUs
   * @param cpuSystemCores CPU use in kernel mode, in CPUs
   * @param voluntarySwitchesPerS number of times a second threads gave their CPU up
   * @param involuntarySwitchesPerS number of times a second threads lost their CPU
   * @param runQueueWaitCores wait of threads for a CPU per unit of time; null if not counted
   * @param unseenCpuShare share of the CPU time, 0 to 1; as large a share of switches and waits may
   *     be missing
   */
  public record Cpu(
      double cpuUserCores,
      double cpuSystemCores,
      double voluntarySwitchesPerS,
      double involuntarySwitchesPerS,
      @Nullable Double runQueueWaitCores,
      double unseenCpuShare) {
    /** Checks that nothing is missing. */
    public Cpu {
      Copies.finite(cpuUserCores, "cpu_user_cores");
      Copies.finite(cpuSystemCores, "cpu_system_cores");
      Copies.finite(voluntarySwitchesPerS, "voluntary_switches_per_s");
      Copies.finite(involuntarySwitchesPerS, "involuntary_switches_per_s");
      Copies.finiteOrNull(runQueueWaitCores, "run_queue_wait_cores");
      Copies.finite(unseenCpuShare, "unseen_cpu_share");
    }
  }

  /**
   * The maxima of its threads.
   *
   * @param peakThreads maximum number of platform threads
   * @param peakCarriers maximum number of carriers of virtual threads, known by name
   */
  public record Threads(int peakThreads, int peakCarriers) {}

  /**
   * Its resident memory.
   *
   * @param firstRssBytes resident memory at the start
   * @param lastRssBytes resident memory at the end
   * @param peakRssBytes maximum of the resident memory
   */
  public record Rss(long firstRssBytes, long lastRssBytes, long peakRssBytes) {}

  /** Keeps a copy. */
  public StudyWatch {
    memory = List.copyOf(memory);
    Objects.requireNonNull(cpu, "cpu");
    Objects.requireNonNull(threads, "threads");
    Objects.requireNonNull(rss, "rss");
  }
}
