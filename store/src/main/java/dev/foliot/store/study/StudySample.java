package dev.foliot.store.study;

import dev.foliot.store.CsvTable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process and all that it started, at one moment: a line of {@code watch.csv}. Counts and times
 * are sums since the first sample, whose own are zero.
 *
 * <p>The kernel keeps CPU time for a whole process, ended threads included, but switches and waits
 * for each thread only, and forgets them when the thread ends. So threads are read every time, and
 * what a thread did between the last look and its end is missing. CPU time says how much that is:
 * {@code unseenCpuNs} is what the processes used less what their threads used. Nothing is added for
 * it.
 *
 * @param atMs from the start of the measured load, in milliseconds; below zero before. Of a watch
 *     that knows of no load, from its first sample
 * @param cpuUserNs CPU time in user mode, in nanoseconds, to the kernel's tick of 10 ms
 * @param cpuSystemNs CPU time in the kernel
 * @param voluntarySwitches how often a thread gave its CPU up
 * @param involuntarySwitches how often a thread's CPU was taken away
 * @param runQueueWaitNs how long ready threads waited for a CPU; null if not counted
 * @param endedThreads threads that were seen and have ended
 * @param unseenCpuNs CPU time that no look at a thread has seen
 * @param processes how many there are
 * @param threads platform threads
 * @param carriers those that the kernel knows by the name of carriers of virtual threads: it begins
 *     with {@code ForkJoinPool-1-}. From JDK 25 a timer thread is named so too, and so are the
 *     threads of the first pool in a JVM without virtual threads
 * @param rssBytes memory in RAM; pages that processes share count for each
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

  private static final double NS_PER_MS = 1e6;

  /** When it was taken, in nanoseconds. */
  public long atNs() {
    return Math.round(atMs * NS_PER_MS);
  }

  /** The same with its time counted from a moment that is so much earlier, in nanoseconds. */
  public StudySample later(long byNs) {
    return new StudySample(
        (atNs() + byNs) / NS_PER_MS,
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

  /** The same with time and sums since an earlier one. */
  public StudySample since(StudySample first) {
    return new StudySample(
        (atNs() - first.atNs()) / NS_PER_MS,
        cpuUserNs - first.cpuUserNs,
        cpuSystemNs - first.cpuSystemNs,
        voluntarySwitches - first.voluntarySwitches,
        involuntarySwitches - first.involuntarySwitches,
        runQueueWaitNs == null || first.runQueueWaitNs == null
            ? null
            : (Long) (runQueueWaitNs - first.runQueueWaitNs),
        endedThreads - first.endedThreads,
        unseenCpuNs - first.unseenCpuNs,
        processes,
        threads,
        carriers,
        rssBytes);
  }

  /** CPU time in both modes, in nanoseconds. */
  public long cpuNs() {
    return cpuUserNs + cpuSystemNs;
  }

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
