package dev.foliot.store.study;

import dev.foliot.store.CsvTable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process and its descendants at one time: a line of {@code watch.csv}. Counts and times are sums
 * since the first sample, which has zeros.
 *
 * <p>The kernel keeps CPU time for a whole process, including ended threads. But it keeps switches
 * and waits only for each thread, and drops them when the thread ends. Each sample therefore reads
 * all threads; activity between a thread's last sample and its end is missing. CPU time shows the
 * size of this gap: {@code unseenCpuNs} is the processes' CPU time less their threads'. It is never
 * added to other figures.
 *
 * @param atMs time from the start of the measured load, in milliseconds; negative before. Without a
 *     load, it counts from the first sample
 * @param cpuUserNs CPU time in user mode, in nanoseconds, to the kernel's tick of 10 ms
 * @param cpuSystemNs CPU time in kernel mode
 * @param voluntarySwitches number of times a thread gave its CPU up
 * @param involuntarySwitches number of times a thread lost its CPU
 * @param runQueueWaitNs time that runnable threads waited for a CPU; null if not counted
 * @param endedThreads threads that ended after a sample
 * @param unseenCpuNs CPU time missing from all threads' samples
 * @param processes number of processes
 * @param threads number of platform threads
 * @param carriers threads with the kernel name of carriers of virtual threads, which begins with
 *     {@code ForkJoinPool-1-}. From JDK 25 this includes a timer thread; in a JVM without virtual
 *     threads, it includes the threads of the first pool
 * @param rssBytes resident memory; pages shared by processes count for each
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

  /** Its time, in nanoseconds. */
  public long atNs() {
    return Math.round(atMs * NS_PER_MS);
  }

  /** The same sample with its time counted from this much earlier, in nanoseconds. */
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

  /** The same with time and sums counted from an earlier sample. */
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
