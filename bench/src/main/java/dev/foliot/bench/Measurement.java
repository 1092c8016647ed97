package dev.foliot.bench;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of one JVM under one load.
 *
 * @param totals the numbers of messages
 * @param durations every kind over the whole measured load
 * @param probes every probe by name, in the order of creation
 * @param jitter the stalls of the JVM during the load
 * @param intervals the measured load by time of intended start
 * @param warmup the warm-up by time of intended start; its times count from its own start
 * @param slowest the slowest messages, the slowest first, at most 1000
 * @param threadNames names of the threads that ended slow messages, by id, where still known
 * @param conditions the conditions during the load
 * @param failure the reason why the load ended early, or null
 * @param failureTrace the exception behind it, or null
 */
public record Measurement(
    Totals totals,
    Map<Kind, Durations> durations,
    Map<String, Durations> probes,
    Jitter jitter,
    List<Interval> intervals,
    List<Interval> warmup,
    List<SlowMessage> slowest,
    Map<Long, String> threadNames,
    Conditions conditions,
    @Nullable String failure,
    @Nullable String failureTrace) {

  /**
   * The numbers of messages of the measured load, and its times.
   *
   * @param scheduled number of messages in the schedule
   * @param started number of messages started
   * @param completed number of started messages that ended
   * @param lost number of started messages that never ended
   * @param unstarted number of messages that the load had no time for
   * @param refusedEnds number of calls of done that ended no message: doubles and unknown ids
   * @param contradictory number of messages with contradictory times
   * @param negativeProbes number of negative probe durations, which are not recorded
   * @param startNanoTime the reading of {@link System#nanoTime} at the start of the load; on Linux
   *     the kernel's monotonic clock, comparable between processes
   * @param startEpochMs when the load started, in milliseconds since 1970
   * @param spanNs from the start of the load to the end of its last message, less the median
   *     response time, at least the duration
   */
  public record Totals(
      long scheduled,
      long started,
      long completed,
      long lost,
      long unstarted,
      long refusedEnds,
      long contradictory,
      long negativeProbes,
      long startNanoTime,
      long startEpochMs,
      long spanNs) {
    /** Messages completed per second of the span. */
    public double achievedPerSecond() {
      return spanNs == 0 ? 0 : completed * 1e9 / spanNs;
    }

    /** Messages per second in the schedule, over its duration. */
    public double scheduledPerSecond(long durationNs) {
      return scheduled * 1e9 / durationNs;
    }
  }

  /**
   * The conditions while the load ran.
   *
   * @param grantedCpus CPUs that the JVM may use
   * @param waitMode how the producers waited
   * @param clockCostNs the measured cost of one reading of the clock
   * @param clockGrainNs the least step of the clock observed
   * @param collectors the work of each garbage collector during the measured load
   * @param compileTimeMs time that the JIT compiled during the measured load
   * @param allocation what was allocated during the measured load; null unless it was asked for
   * @param jvm the JVM's properties that matter, by name
   * @param jvmArguments its arguments
   * @param notes notes for the reader
   */
  public record Conditions(
      int grantedCpus,
      String waitMode,
      double clockCostNs,
      long clockGrainNs,
      List<Collector> collectors,
      long compileTimeMs,
      @Nullable Allocation allocation,
      Map<String, String> jvm,
      List<String> jvmArguments,
      List<String> notes) {
    /** Keeps a copy. */
    public Conditions {
      collectors = List.copyOf(collectors);
    }

    /** Collections of all collectors during the measured load. */
    public long gcCount() {
      return collectors.stream().mapToLong(Collector::count).sum();
    }

    /** Their time in milliseconds. */
    public long gcTimeMs() {
      return collectors.stream().mapToLong(Collector::timeMs).sum();
    }
  }

  /**
   * The work of a garbage collector, as its bean of the JVM counts it. The time of a concurrent
   * collector is not all pause.
   *
   * @param name as the JVM names it
   * @param count number of collections
   * @param timeMs time of these, in milliseconds
   */
  public record Collector(String name, long count, long timeMs) {}

  /**
   * What the threads of the JVM allocated.
   *
   * @param isCounted whether this JVM counts it; if not, there are no bytes
   * @param bytes of the heap, without those of the thread that starts and ends the load
   */
  public record Allocation(boolean isCounted, long bytes) {
    /** This JVM does not count. */
    public static final Allocation UNCOUNTED = new Allocation(false, 0);
  }
}
