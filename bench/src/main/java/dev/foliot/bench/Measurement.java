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
 * @param series messages by time of intended start
 * @param slowest the slowest messages
 * @param conditions the conditions during the load
 * @param failure why the load ended early, or null
 */
public record Measurement(
    Totals totals,
    Map<Kind, Durations> durations,
    Map<String, Durations> probes,
    Jitter jitter,
    Series series,
    Slowest slowest,
    Conditions conditions,
    @Nullable Failure failure) {

  /**
   * The numbers of messages of the measured load, and its times.
   *
   * @param scheduled number of messages in the schedule
   * @param started number of messages started
   * @param completed number of started messages that ended
   * @param lost number of started messages that never ended
   * @param unstarted number of messages that the load had no time for
   * @param faults the numbers of wrong calls and times
   * @param time when the load was
   */
  public record Totals(
      long scheduled,
      long started,
      long completed,
      long lost,
      long unstarted,
      Faults faults,
      Time time) {
    /** Messages completed per second of the span. */
    public double achievedPerSecond() {
      return time.spanNs == 0 ? 0 : completed * 1e9 / time.spanNs;
    }

    /** Messages per second in the schedule, over its duration. */
    public double scheduledPerSecond(long durationNs) {
      return scheduled * 1e9 / durationNs;
    }
  }

  /**
   * The numbers of wrong calls and times.
   *
   * @param refusedEnds number of calls of done that ended no message: doubles and unknown ids
   * @param contradictory number of messages with contradictory times
   * @param negativeProbes number of negative probe durations, which are not recorded
   */
  public record Faults(long refusedEnds, long contradictory, long negativeProbes) {
    /** No fault. */
    public static final Faults NONE = new Faults(0, 0, 0);
  }

  /**
   * When the measured load was.
   *
   * @param startNanoTime the reading of {@link System#nanoTime} at its start; on Linux the kernel's
   *     monotonic clock, comparable between processes
   * @param startEpochMs its start, in milliseconds since 1970
   * @param spanNs from its start to the end of its last message, less the median response time, at
   *     least the duration
   */
  public record Time(long startNanoTime, long startEpochMs, long spanNs) {}

  /**
   * Messages by time of intended start.
   *
   * @param intervals the measured load
   * @param warmup the warm-up; its times count from its own start
   */
  public record Series(List<Interval> intervals, List<Interval> warmup) {}

  /**
   * The slowest messages.
   *
   * @param messages the slowest first, at most 1000
   * @param threadNames names of the threads that ended them, by id, where still known
   */
  public record Slowest(List<SlowMessage> messages, Map<Long, String> threadNames) {}

  /**
   * Why a load ended early.
   *
   * @param reason in one line
   * @param trace the exception behind it, or null
   */
  public record Failure(String reason, @Nullable String trace) {}

  /**
   * The conditions while the load ran.
   *
   * @param grantedCpus CPUs that the JVM may use
   * @param waitMode how the producers waited
   * @param clock its cost and grain
   * @param work what the JVM itself did
   * @param jvm the JVM's properties that matter, by name
   * @param jvmArguments its arguments
   * @param notes notes for the reader
   */
  public record Conditions(
      int grantedCpus,
      String waitMode,
      Clock clock,
      JvmWork work,
      Map<String, String> jvm,
      List<String> jvmArguments,
      List<String> notes) {}

  /**
   * The clock.
   *
   * @param costNs the measured cost of one reading
   * @param grainNs the least step observed
   */
  public record Clock(double costNs, long grainNs) {}

  /**
   * What the JVM itself did during the measured load.
   *
   * @param collectors the work of each garbage collector
   * @param compileTimeMs time that the JIT compiled
   * @param allocation what was allocated; null unless it was asked for
   */
  public record JvmWork(
      List<Collector> collectors, long compileTimeMs, @Nullable Allocation allocation) {
    /** Nothing is known. */
    public static final JvmWork NONE = new JvmWork(List.of(), 0, null);

    /** Keeps a copy. */
    public JvmWork {
      collectors = List.copyOf(collectors);
    }

    /** Collections of all collectors. */
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
