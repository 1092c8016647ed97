package dev.foliot.store.study;

import dev.foliot.store.Copies;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A service observed from outside, in figures.
 *
 * @param spanNs time watched, in nanoseconds
 * @param cpuUserCores CPU use in user mode, in CPUs
 * @param cpuSystemCores CPU use in kernel mode, in CPUs
 * @param voluntarySwitchesPerS number of times a second threads gave their CPU up
 * @param involuntarySwitchesPerS number of times a second threads lost their CPU
 * @param runQueueWaitCores wait of threads for a CPU per unit of time; null if not counted
 * @param unseenCpuShare share of the CPU time, 0 to 1; as large a share of switches and waits may
 *     be missing
 * @param peakThreads maximum number of platform threads
 * @param peakCarriers maximum number of carriers of virtual threads, known by name
 * @param firstRssBytes resident memory at the start
 * @param lastRssBytes resident memory at the end
 * @param peakRssBytes maximum of the resident memory
 * @param memory sentences on the parts of the memory; empty if unknown
 */
public record StudyWatch(
    long spanNs,
    double cpuUserCores,
    double cpuSystemCores,
    double voluntarySwitchesPerS,
    double involuntarySwitchesPerS,
    @Nullable Double runQueueWaitCores,
    double unseenCpuShare,
    int peakThreads,
    int peakCarriers,
    long firstRssBytes,
    long lastRssBytes,
    long peakRssBytes,
    List<String> memory) {
  /** Keeps a copy. */
  public StudyWatch {
    Copies.finite(cpuUserCores, "cpu_user_cores");
    Copies.finite(cpuSystemCores, "cpu_system_cores");
    Copies.finite(voluntarySwitchesPerS, "voluntary_switches_per_s");
    Copies.finite(involuntarySwitchesPerS, "involuntary_switches_per_s");
    Copies.finiteOrNull(runQueueWaitCores, "run_queue_wait_cores");
    Copies.finite(unseenCpuShare, "unseen_cpu_share");
    memory = List.copyOf(memory);
  }
}
