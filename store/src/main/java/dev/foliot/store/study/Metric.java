package dev.foliot.store.study;

import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a study's fork. Here are those that several studies have, or that pages draw; a study
 * adds others in its own package. Two with the same label are the same figure.
 *
 * @param label its name in stored files
 * @param unit its unit
 * @param better its better end
 * @param kind by what it is harmed
 */
public record Metric(String label, Unit unit, Better better, FigureKind kind) {
  /** Requests with the expected answer, or tasks done. */
  public static final Metric THROUGHPUT =
      new Metric("throughput_per_s", Unit.PER_S, Better.HIGH, FigureKind.THROUGHPUT);

  /** The median response time. */
  public static final Metric RESPONSE_P50 =
      new Metric("p50_ns", Unit.NS, Better.LOW, FigureKind.RESPONSE_TIME);

  /** The 99th percentile of the response time. */
  public static final Metric RESPONSE_P99 =
      new Metric("p99_ns", Unit.NS, Better.LOW, FigureKind.RESPONSE_TIME);

  /** CPU time of the service per time. */
  public static final Metric CPU_CORES =
      new Metric("cpu_cores", Unit.CPUS, Better.NEITHER, FigureKind.CPU);

  /** The greatest RSS under load. */
  public static final Metric RSS =
      new Metric("rss_bytes", Unit.BYTES, Better.LOW, FigureKind.MEMORY);

  /** The greatest number of platform threads under load. */
  public static final Metric THREADS =
      new Metric("threads", Unit.COUNT, Better.NEITHER, FigureKind.MEMORY);

  /** Answers in a CPU-second of the service. */
  public static final Metric PER_CPU =
      new Metric("per_cpu_s", Unit.PER_CPU_S, Better.HIGH, FigureKind.CPU);

  /** The mean lateness of the remote system's answers. */
  public static final Metric REMOTE_LATE_MEAN =
      new Metric("remote_late_mean_ms", Unit.MS, Better.LOW, FigureKind.THROUGHPUT);

  /** The greatest lateness of the remote system's answers. */
  public static final Metric REMOTE_LATE_MAX =
      new Metric("remote_late_max_ms", Unit.MS, Better.LOW, FigureKind.THROUGHPUT);

  /** Number of hangs in a Foliot pool: tasks waited and none ended. */
  public static final Metric POOL_HANGS =
      new Metric("pool_hangs", Unit.COUNT, Better.LOW, FigureKind.THROUGHPUT);

  /** The highest throughput over a second or two delays. */
  public static final Metric PEAK =
      new Metric("peak_per_s", Unit.PER_S, Better.HIGH, FigureKind.THROUGHPUT);

  /** The throughput that a fork sustains at the end of a load that came at once. */
  public static final Metric PLATEAU =
      new Metric("plateau_per_s", Unit.PER_S, Better.HIGH, FigureKind.THROUGHPUT);

  /**
   * When a fork reaches full throughput, which is one level for all arms; absent where it never
   * does.
   */
  public static final Metric TIME_TO_FULL =
      new Metric("time_to_full_s", Unit.S, Better.LOW, FigureKind.THROUGHPUT);

  /** Steps of CPU work in a nanosecond, the same for all arms. */
  public static final Metric STEPS_PER_NS =
      new Metric("steps_per_ns", Unit.COUNT, Better.NEITHER, FigureKind.THROUGHPUT);

  /** CPU time of the whole process for a task. */
  public static final Metric CPU_PER_TASK =
      new Metric("cpu_us_per_task", Unit.US, Better.LOW, FigureKind.CPU);

  /** The share of time that a task waited. */
  public static final Metric QUEUED_SHARE =
      new Metric("queued_share", Unit.SHARE, Better.NEITHER, FigureKind.THROUGHPUT);

  /** The share of that time that a worker was parked nevertheless. */
  public static final Metric PARKED_SHARE =
      new Metric("parked_while_queued_share", Unit.SHARE, Better.LOW, FigureKind.THROUGHPUT);

  /** The longest time that a worker was parked while tasks waited. */
  public static final Metric LONGEST_PARKED =
      new Metric("longest_parked_us", Unit.US, Better.LOW, FigureKind.THROUGHPUT);

  /** Number of traced wake-ups; an arm that is never idle has none. */
  public static final Metric WAKE_UPS =
      new Metric("wakeups_traced", Unit.COUNT, Better.NEITHER, FigureKind.THROUGHPUT);

  /** The mean time from woken to running. */
  public static final Metric WAKE_UP_MEAN =
      new Metric("wakeup_mean_us", Unit.US, Better.LOW, FigureKind.THROUGHPUT);

  /** The greatest time from woken to running. */
  public static final Metric WAKE_UP_MAX =
      new Metric("wakeup_max_us", Unit.US, Better.LOW, FigureKind.THROUGHPUT);

  /** The median time from woken to running. */
  public static final Metric WAKE_UP_P50 =
      new Metric("wakeup_p50_us", Unit.US, Better.LOW, FigureKind.THROUGHPUT);

  /** The 99th percentile of the time from woken to running. */
  public static final Metric WAKE_UP_P99 =
      new Metric("wakeup_p99_us", Unit.US, Better.LOW, FigureKind.THROUGHPUT);

  /** Tasks done in a second. */
  public static final Metric TASKS =
      new Metric("tasks_per_s", Unit.PER_S, Better.HIGH, FigureKind.THROUGHPUT);

  /** Number of CPUs of the program. */
  public static final Metric CPUS =
      new Metric("cpus", Unit.COUNT, Better.NEITHER, FigureKind.THROUGHPUT);

  /** The share of context switches that were preemptions. */
  public static final Metric PREEMPTED_SHARE =
      new Metric("preempted_share", Unit.SHARE, Better.LOW, FigureKind.THROUGHPUT);

  /** The mean time that runnable threads wait for a CPU. */
  public static final Metric WAKE_WAIT_MEAN =
      new Metric("wake_wait_mean_us", Unit.US, Better.LOW, FigureKind.THROUGHPUT);

  /** The start of the class in a cache line. */
  public static final Metric LINE_OFFSET =
      new Metric("line_offset_bytes", Unit.COUNT, Better.NEITHER, FigureKind.THROUGHPUT);

  /** Type checks of the reading thread in a second. */
  public static final Metric READER =
      new Metric("reader_per_s", Unit.PER_S, Better.HIGH, FigureKind.THROUGHPUT);

  /** Type checks of the writing thread in a second. */
  public static final Metric WRITER =
      new Metric("writer_per_s", Unit.PER_S, Better.HIGH, FigureKind.THROUGHPUT);

  /**
   * Type checks in a second of the reading thread's CPU time, the figure that separates the bands.
   */
  public static final Metric READER_PER_CPU =
      new Metric("reader_per_cpu_s", Unit.PER_CPU_S, Better.HIGH, FigureKind.CPU);

  /** The same of the writing thread. */
  public static final Metric WRITER_PER_CPU =
      new Metric("writer_per_cpu_s", Unit.PER_CPU_S, Better.HIGH, FigureKind.CPU);

  /** CPU time for an operation. */
  public static final Metric CPU_PER_OPERATION =
      new Metric("cpu_ns_per_op", Unit.NS, Better.LOW, FigureKind.CPU);

  /** RSS at the end of the first rate. */
  public static final Metric RSS_FIRST_END =
      new Metric("rss_first_end_bytes", Unit.BYTES, Better.LOW, FigureKind.MEMORY);

  /** RSS at the end of the load. */
  public static final Metric RSS_END =
      new Metric("rss_end_bytes", Unit.BYTES, Better.LOW, FigureKind.MEMORY);

  /** Direct buffers after the load. */
  public static final Metric DIRECT_END =
      new Metric("direct_end_bytes", Unit.BYTES, Better.LOW, FigureKind.MEMORY);

  /** Direct buffers that a full collection after the load freed. */
  public static final Metric DIRECT_FELL =
      new Metric("direct_fell_bytes", Unit.BYTES, Better.LOW, FigureKind.MEMORY);

  /** The share of memory with unknown owner. */
  public static final Metric UNATTRIBUTED_SHARE =
      new Metric("unattributed_share", Unit.SHARE, Better.LOW, FigureKind.MEMORY);

  /** Those that every fork has outside of its study's own figures. */
  private static final Map<Metric, Function<StudyPoint, @Nullable Number>> OF_EVERY_FORK =
      Map.of(
          THROUGHPUT, StudyPoint::throughputPerS,
          RESPONSE_P50, point -> point.response().p50(),
          RESPONSE_P99, point -> point.response().p99(),
          CPU_CORES, StudyPoint::cpuCores,
          RSS, StudyPoint::rssBytes,
          THREADS, StudyPoint::threads);

  /** The unit of a metric. */
  public enum Unit {
    /** A count. */
    COUNT,
    /** In a second. */
    PER_S,
    /** Per second of CPU time. */
    PER_CPU_S,
    /** CPUs. */
    CPUS,
    /** A share of one. */
    SHARE,
    /** Bytes. */
    BYTES,
    /** Seconds. */
    S,
    /** Milliseconds. */
    MS,
    /** Microseconds. */
    US,
    /** Nanoseconds. */
    NS
  }

  /** The better end of a metric. */
  public enum Better {
    /** More is better. */
    HIGH,
    /** Less is better. */
    LOW,
    /** Neither end is better by itself. */
    NEITHER
  }

  /** Checks that nothing is missing. */
  public Metric {
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(better, "better");
    Objects.requireNonNull(kind, "kind");
  }

  /**
   * A part of the memory right after the load.
   *
   * @param part one of {@link StudyMemory#PARTS}
   */
  public static Metric ofMemory(String part) {
    return part.equals("direct_buffers")
        ? DIRECT_END
        : new Metric(part + "_end_bytes", Unit.BYTES, Better.LOW, FigureKind.MEMORY);
  }

  /** Its value in a fork; null if unknown. */
  public @Nullable Double of(StudyPoint point) {
    Function<StudyPoint, @Nullable Number> ofEveryFork = OF_EVERY_FORK.get(this);
    if (ofEveryFork == null) {
      return point.measures().get(this);
    }
    Number value = ofEveryFork.apply(point);
    return value == null ? null : (Double) value.doubleValue();
  }
}
