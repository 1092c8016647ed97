package dev.foliot.service.watch;

import org.jspecify.annotations.Nullable;

/**
 * A process and all that it started, at one moment. Counts and times are sums since the first
 * sample, whose own are zero. Immutable.
 *
 * <p>The kernel keeps CPU time for a whole process, ended threads included, but switches and waits
 * for each thread only, and forgets them when the thread ends. So threads are read every time, what
 * was seen of a thread stays in the sums, and what a thread did between the last look and its end
 * is missing. How much that is can be told by CPU time: {@code unseenCpuNs} is what the processes
 * used less what the threads that were seen used. Where it is a small part of the whole, so is what
 * is missing of the switches and waits; nothing is added for it.
 *
 * @param atNs nanoseconds since the first sample
 * @param cpuUserNs CPU time in user mode, in nanoseconds, to the kernel's tick of 10 ms
 * @param cpuSystemNs CPU time in the kernel
 * @param voluntarySwitches how often a thread gave its CPU up
 * @param involuntarySwitches how often a thread's CPU was taken away
 * @param runQueueWaitNs nanoseconds that threads were ready to run and waited for a CPU; null where
 *     the kernel does not count them
 * @param endedThreads threads that were seen and have ended
 * @param unseenCpuNs CPU time that no look at a thread has seen
 * @param processes how many there are now
 * @param threads how many platform threads they have
 * @param carriers of these, those that the kernel knows by the name of carriers of virtual threads:
 *     it begins with {@code ForkJoinPool-1-}. From JDK 25 a timer thread is named so too, and so
 *     are the threads of the first pool in a JVM without virtual threads
 * @param residentBytes memory in RAM; pages that processes share count for each
 */
public record ProcessSample(
    long atNs,
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
    long residentBytes) {

  /** The same with sums since an earlier one. */
  ProcessSample since(ProcessSample first) {
    return new ProcessSample(
        atNs - first.atNs,
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
        residentBytes);
  }
}
