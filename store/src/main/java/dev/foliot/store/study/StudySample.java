package dev.foliot.store.study;

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
 * @param sums counts and times since the first sample
 * @param now how it is at this time
 */
public record StudySample(double atMs, Sums sums, Now now) {
  private static final double NS_PER_MS = 1e6;

  /**
   * Counts and times since the first sample.
   *
   * @param cpuUserNs CPU time in user mode, in nanoseconds, to the kernel's tick of 10 ms
   * @param cpuSystemNs CPU time in kernel mode
   * @param voluntarySwitches number of times a thread gave its CPU up
   * @param involuntarySwitches number of times a thread lost its CPU
   * @param runQueueWaitNs time that runnable threads waited for a CPU; null if not counted
   * @param endedThreads threads that ended after a sample
   * @param unseenCpuNs CPU time missing from all threads' samples
   */
  public record Sums(
      long cpuUserNs,
      long cpuSystemNs,
      long voluntarySwitches,
      long involuntarySwitches,
      @Nullable Long runQueueWaitNs,
      long endedThreads,
      long unseenCpuNs) {
    private Sums since(Sums first) {
      return new Sums(
          cpuUserNs - first.cpuUserNs,
          cpuSystemNs - first.cpuSystemNs,
          voluntarySwitches - first.voluntarySwitches,
          involuntarySwitches - first.involuntarySwitches,
          runQueueWaitNs == null || first.runQueueWaitNs == null
              ? null
              : (Long) (runQueueWaitNs - first.runQueueWaitNs),
          endedThreads - first.endedThreads,
          unseenCpuNs - first.unseenCpuNs);
    }
  }

  /**
   * The processes at a time.
   *
   * @param processes number of processes
   * @param threads number of platform threads
   * @param carriers threads with the kernel name of carriers of virtual threads, which begins with
   *     {@code ForkJoinPool-1-}. From JDK 25 this includes a timer thread; in a JVM without virtual
   *     threads, it includes the threads of the first pool
   * @param rssBytes resident memory; pages shared by processes count for each
   */
  public record Now(int processes, int threads, int carriers, long rssBytes) {}

  /** Its time, in nanoseconds. */
  public long atNs() {
    return Math.round(atMs * NS_PER_MS);
  }

  /** The same sample with its time counted from this much earlier, in nanoseconds. */
  public StudySample later(long byNs) {
    return new StudySample((atNs() + byNs) / NS_PER_MS, sums, now);
  }

  /** The same with time and sums counted from an earlier sample. */
  public StudySample since(StudySample first) {
    return new StudySample((atNs() - first.atNs()) / NS_PER_MS, sums.since(first.sums), now);
  }

  /** CPU time in both modes, in nanoseconds. */
  public long cpuNs() {
    return sums.cpuUserNs + sums.cpuSystemNs;
  }

  /** Number of platform threads. */
  public int threads() {
    return now.threads;
  }

  /** Resident memory. */
  public long rssBytes() {
    return now.rssBytes;
  }
}
