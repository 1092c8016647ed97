package dev.foliot.store.study;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A figure of a study's fork, with its unit and its better end. */
public enum Metric {
  // of every fork, beside the figures of its study
  /** Requests with the expected answer, or tasks done. */
  THROUGHPUT("throughput_per_s", Unit.PER_S, Better.HIGH),
  /** The median response time. */
  RESPONSE_P50("p50_ns", Unit.NS, Better.LOW),
  /** The 99th percentile of the response time. */
  RESPONSE_P99("p99_ns", Unit.NS, Better.LOW),
  /** CPU time of the service per time. */
  CPU_CORES("cpu_cores", Unit.CPUS, Better.NEITHER),
  /** The greatest RSS under load. */
  RSS("rss_bytes", Unit.BYTES, Better.LOW),
  /** The greatest number of platform threads under load. */
  THREADS("threads", Unit.COUNT, Better.NEITHER),

  /** Answers in a CPU-second of the service. */
  PER_CPU("per_cpu_s", Unit.PER_CPU_S, Better.HIGH),
  /** The mean lateness of the remote system's answers. */
  REMOTE_LATE_MEAN("remote_late_mean_ms", Unit.MS, Better.LOW),
  /** The greatest lateness of the remote system's answers. */
  REMOTE_LATE_MAX("remote_late_max_ms", Unit.MS, Better.LOW),
  /** Number of hangs in a Foliot pool: tasks waited and none ended. */
  POOL_HANGS("pool_hangs", Unit.COUNT, Better.LOW),

  /** The highest throughput over a second or two delays. */
  PEAK("peak_per_s", Unit.PER_S, Better.HIGH),
  /** When a fork reaches 95 % of its own peak; one whose peak is low is there soon. Older files. */
  TIME_TO_95("time_to_95_s", Unit.S, Better.NEITHER),
  /** The throughput that a fork sustains at the end of a load that came at once. */
  PLATEAU("plateau_per_s", Unit.PER_S, Better.HIGH),
  /**
   * When a fork reaches full throughput, which is one level for all arms; absent where it never
   * does.
   */
  TIME_TO_FULL("time_to_full_s", Unit.S, Better.LOW),

  /** Steps of CPU work in a nanosecond, the same for all arms. */
  STEPS_PER_NS("steps_per_ns", Unit.COUNT, Better.NEITHER),
  /** CPU time of the whole process for a task. */
  CPU_PER_TASK("cpu_us_per_task", Unit.US, Better.LOW),
  /** The share of time that a task waited. */
  QUEUED_SHARE("queued_share", Unit.SHARE, Better.NEITHER),
  /** The share of that time that a worker was parked nevertheless. */
  PARKED_SHARE("parked_while_queued_share", Unit.SHARE, Better.LOW),
  /** The longest time that a worker was parked while tasks waited. */
  LONGEST_PARKED("longest_parked_us", Unit.US, Better.LOW),
  /** Number of traced wake-ups; an arm that is never idle has none. */
  WAKE_UPS("wakeups_traced", Unit.COUNT, Better.NEITHER),
  /** The mean time from woken to running. */
  WAKE_UP_MEAN("wakeup_mean_us", Unit.US, Better.LOW),
  /** The greatest time from woken to running. */
  WAKE_UP_MAX("wakeup_max_us", Unit.US, Better.LOW),
  /** The median time from woken to running. */
  WAKE_UP_P50("wakeup_p50_us", Unit.US, Better.LOW),
  /** The 99th percentile of the time from woken to running. */
  WAKE_UP_P99("wakeup_p99_us", Unit.US, Better.LOW),
  /** Tasks done in a second. */
  TASKS("tasks_per_s", Unit.PER_S, Better.HIGH),
  /** Number of CPUs of the program. */
  CPUS("cpus", Unit.COUNT, Better.NEITHER),
  /** The share of context switches that were preemptions. */
  PREEMPTED_SHARE("preempted_share", Unit.SHARE, Better.LOW),
  /** The mean time that runnable threads wait for a CPU. */
  WAKE_WAIT_MEAN("wake_wait_mean_us", Unit.US, Better.LOW),

  /** The start of the class in a cache line. */
  LINE_OFFSET("line_offset_bytes", Unit.COUNT, Better.NEITHER),
  /** Type checks of the reading thread in a second. */
  READER("reader_per_s", Unit.PER_S, Better.HIGH),
  /** Type checks of the writing thread in a second. */
  WRITER("writer_per_s", Unit.PER_S, Better.HIGH),
  /**
   * Type checks in a second of the reading thread's CPU time, the figure that separates the bands.
   */
  READER_PER_CPU("reader_per_cpu_s", Unit.PER_CPU_S, Better.HIGH),
  /** The same of the writing thread. */
  WRITER_PER_CPU("writer_per_cpu_s", Unit.PER_CPU_S, Better.HIGH),
  /** The time between the stored prediction and the measurement. */
  PREDICTED_BEFORE("predicted_before_s", Unit.S, Better.NEITHER),
  /** CPU time for an operation. */
  CPU_PER_OPERATION("cpu_ns_per_op", Unit.NS, Better.LOW),

  /** RSS at the end of the first rate. */
  RSS_FIRST_END("rss_first_end_bytes", Unit.BYTES, Better.LOW),
  /** RSS at the end of the load. */
  RSS_END("rss_end_bytes", Unit.BYTES, Better.LOW),
  /** Resident Java heap after the load. */
  JAVA_HEAP_END("java_heap_end_bytes", Unit.BYTES, Better.LOW),
  /** Class metadata after the load. */
  METASPACE_END("metaspace_end_bytes", Unit.BYTES, Better.LOW),
  /** Compiled code after the load. */
  CODE_CACHE_END("code_cache_end_bytes", Unit.BYTES, Better.LOW),
  /** Thread stacks after the load. */
  THREAD_STACKS_END("thread_stacks_end_bytes", Unit.BYTES, Better.LOW),
  /** Direct buffers after the load. */
  DIRECT_END("direct_end_bytes", Unit.BYTES, Better.LOW),
  /** Other memory that {@code Unsafe} took, after the load. */
  OTHER_OFF_HEAP_END("other_off_heap_end_bytes", Unit.BYTES, Better.LOW),
  /** Memory of the collector after the load. */
  GC_END("gc_end_bytes", Unit.BYTES, Better.LOW),
  /** The archive of classes after the load. */
  CDS_ARCHIVE_END("cds_archive_end_bytes", Unit.BYTES, Better.LOW),
  /** Other memory of the JVM after the load. */
  JVM_END("jvm_end_bytes", Unit.BYTES, Better.LOW),
  /** Code and data of libraries after the load. */
  LIBRARIES_END("libraries_end_bytes", Unit.BYTES, Better.LOW),
  /** Mapped files after the load. */
  MAPPED_FILES_END("mapped_files_end_bytes", Unit.BYTES, Better.LOW),
  /** What the allocator keeps free after the load. */
  MALLOC_SPARE_END("malloc_spare_end_bytes", Unit.BYTES, Better.LOW),
  /** Memory of unknown owner after the load. */
  UNATTRIBUTED_END("unattributed_end_bytes", Unit.BYTES, Better.LOW),
  /** Direct buffers that a full collection after the load freed. */
  DIRECT_FELL("direct_fell_bytes", Unit.BYTES, Better.LOW),
  /** The share of memory with unknown owner. */
  UNATTRIBUTED_SHARE("unattributed_share", Unit.SHARE, Better.LOW);

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

  private static final Map<String, Metric> BY_LABEL =
      Arrays.stream(values()).collect(Collectors.toMap(Metric::label, Function.identity()));

  /** Parts of memory, in the order of {@link StudyMemory#PARTS}. */
  private static final List<Metric> MEMORY_PARTS =
      List.of(
          JAVA_HEAP_END,
          METASPACE_END,
          CODE_CACHE_END,
          THREAD_STACKS_END,
          DIRECT_END,
          OTHER_OFF_HEAP_END,
          GC_END,
          CDS_ARCHIVE_END,
          JVM_END,
          LIBRARIES_END,
          MAPPED_FILES_END,
          MALLOC_SPARE_END,
          UNATTRIBUTED_END);

  private final String label;
  private final Unit unit;
  private final Better better;

  Metric(String label, Unit unit, Better better) {
    this.label = label;
    this.unit = unit;
    this.better = better;
  }

  /** Its name in stored files. */
  public String label() {
    return label;
  }

  /** The unit of the figure. */
  public Unit unit() {
    return unit;
  }

  /** The better end of this metric. */
  public Better better() {
    return better;
  }

  /** The metric with this name; empty if unknown to this version. */
  public static Optional<Metric> of(String label) {
    return Optional.ofNullable(BY_LABEL.get(label));
  }

  /**
   * A part of the memory right after the load.
   *
   * @param part one of {@link StudyMemory#PARTS}
   */
  public static Metric ofMemory(String part) {
    return MEMORY_PARTS.get(StudyMemory.PARTS.indexOf(part));
  }

  /** Its value in a fork; null if unknown. */
  public @Nullable Double of(StudyPoint point) {
    return switch (this) {
      case THROUGHPUT -> (Double) point.throughputPerS();
      case RESPONSE_P50 -> number(point.response().p50());
      case RESPONSE_P99 -> number(point.response().p99());
      case CPU_CORES -> point.cpuCores();
      case RSS -> number(point.rssBytes());
      case THREADS -> number(point.threads());
      default -> point.measures().get(this);
    };
  }

  private static @Nullable Double number(@Nullable Number number) {
    return number == null ? null : (Double) number.doubleValue();
  }
}
