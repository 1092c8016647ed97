package dev.foliot.store.study;

import dev.foliot.store.Copies;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A service as it was seen from outside, in some numbers.
 *
 * @param spanNs how long it was watched, in nanoseconds
 * @param cpuUserCores CPU time in user mode per time, in CPUs
 * @param cpuSystemCores in the kernel
 * @param voluntarySwitchesPerS how often a second threads gave their CPU up
 * @param involuntarySwitchesPerS how often a second it was taken from them
 * @param runQueueWaitCores time that threads waited for a CPU per time; null if not counted
 * @param unseenCpuShare of the CPU time, 0 to 1: as much of switches and waits may be missing
 * @param peakThreads the most platform threads
 * @param peakCarriers the most carriers of virtual threads, known by their names
 * @param firstRssBytes memory in RAM at the beginning
 * @param lastRssBytes at the end
 * @param peakRssBytes the most
 * @param memory sentences on what the memory is made of; empty where not known
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
