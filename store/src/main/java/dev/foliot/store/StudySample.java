package dev.foliot.store;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The service at one moment, as the kernel tells: a line of {@code watch.csv}. Counts and times are
 * sums since the first sample.
 *
 * @param atMs from the start of the measured load, in milliseconds; below zero before
 * @param cpuUserNs CPU time in user mode, in nanoseconds
 * @param cpuSystemNs in the kernel
 * @param voluntarySwitches how often a thread gave its CPU up
 * @param involuntarySwitches how often it was taken from one
 * @param runQueueWaitNs how long threads waited for a CPU; null if not counted
 * @param endedThreads threads that have ended
 * @param unseenCpuNs CPU time of threads that ended unseen: their switches and waits are missing
 * @param processes how many there are
 * @param threads platform threads
 * @param carriers those of them that carry virtual threads, by name
 * @param rssBytes memory in RAM
 */
public record StudySample(
    double atMs,
    long cpuUserNs,
    long cpuSystemNs,
    long voluntarySwitches,
    long involuntarySwitches,
    @Nullable Long runQueueWaitNs,
    long endedThreads,
    long unseenCpuNs,
    int processes,
    int threads,
    int carriers,
    long rssBytes) {
  static final List<String> COLUMNS =
      List.of(
          "at_ms",
          "cpu_user_ns",
          "cpu_system_ns",
          "voluntary_switches",
          "involuntary_switches",
          "run_queue_wait_ns",
          "ended_threads",
          "unseen_cpu_ns",
          "processes",
          "threads",
          "carriers",
          "rss_bytes");

  static StudySample of(CsvTable.Row row) {
    return new StudySample(
        row.number("at_ms"),
        row.whole("cpu_user_ns"),
        row.whole("cpu_system_ns"),
        row.whole("voluntary_switches"),
        row.whole("involuntary_switches"),
        row.wholeOrNull("run_queue_wait_ns"),
        row.whole("ended_threads"),
        row.whole("unseen_cpu_ns"),
        (int) row.whole("processes"),
        (int) row.whole("threads"),
        (int) row.whole("carriers"),
        row.whole("rss_bytes"));
  }

  List<@Nullable Object> row() {
    return Arrays.asList(
        atMs,
        cpuUserNs,
        cpuSystemNs,
        voluntarySwitches,
        involuntarySwitches,
        runQueueWaitNs,
        endedThreads,
        unseenCpuNs,
        processes,
        threads,
        carriers,
        rssBytes);
  }
}
