package dev.foliot.judgement;

import dev.foliot.store.study.Metric;

/** A kind of figure, by what harms it. */
public enum FigureKind {
  /** How long answers take. */
  RESPONSE_TIME,
  /** How much is done in a time. */
  THROUGHPUT,
  /** The CPU time that the work takes. */
  CPU,
  /** Memory, and the threads that take some of it. */
  MEMORY;

  /** The kind of a metric. */
  public static FigureKind of(Metric metric) {
    return switch (metric) {
      case RESPONSE_P50, RESPONSE_P99 -> RESPONSE_TIME;
      case PER_CPU, CPU_CORES, CPU_PER_TASK, CPU_PER_OPERATION, READER_PER_CPU, WRITER_PER_CPU ->
          CPU;
      case RSS,
          THREADS,
          RSS_FIRST_END,
          RSS_END,
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
          UNATTRIBUTED_END,
          DIRECT_FELL,
          UNATTRIBUTED_SHARE ->
          MEMORY;
      case THROUGHPUT,
          REMOTE_LATE_MEAN,
          REMOTE_LATE_MAX,
          POOL_HANGS,
          PEAK,
          TIME_TO_95,
          PLATEAU,
          TIME_TO_FULL,
          STEPS_PER_NS,
          QUEUED_SHARE,
          PARKED_SHARE,
          LONGEST_PARKED,
          WAKE_UPS,
          WAKE_UP_MEAN,
          WAKE_UP_MAX,
          WAKE_UP_P50,
          WAKE_UP_P99,
          TASKS,
          CPUS,
          PREEMPTED_SHARE,
          WAKE_WAIT_MEAN,
          LINE_OFFSET,
          READER,
          WRITER,
          PREDICTED_BEFORE ->
          THROUGHPUT;
    };
  }
}
