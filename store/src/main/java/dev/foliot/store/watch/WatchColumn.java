package dev.foliot.store.watch;

import dev.foliot.store.explain.StopKind;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a watch reads each second. Times are the part of that second, in nanoseconds. */
public enum WatchColumn {
  /** CPU time of the process, of all its threads. */
  CPU_NS("CPU time", true),
  /** Collections that stopped the JVM. */
  GC_NS("collections", true),
  /** Stops of the JVM for other reasons. */
  SAFEPOINT_NS("safepoints", true),
  /** Time until all threads had stopped. */
  TIME_TO_SAFEPOINT_NS("time to safepoint", true),
  /** Time in which a CPU quota was used up. */
  THROTTLED_NS("throttling", true),
  /** Waits of the program's threads for a CPU, added up. */
  RUN_QUEUE_NS("waits for a CPU", true),
  /** Time that the hypervisor took, in the mean of the CPUs. */
  STEAL_NS("steal", true),
  /** Time in which a signal or a debugger stopped the process. */
  STOPPED_NS("stops by a signal", true),
  /** CPU time of the JVM's compilers. */
  COMPILE_NS("compilation", true),
  /** Classes loaded since its start. */
  CLASSES("classes", false),
  /** Bytes of the Java heap in use. */
  HEAP_BYTES("heap in use", false),
  /** Resident memory in bytes. */
  RSS_BYTES("resident memory", false),
  /** Threads. */
  THREADS("threads", false),
  /** Threads that wait for a lock. */
  BLOCKED("threads that wait for a lock", false),
  /** Requests that ended. */
  REQUESTS("requests", true),
  /** Those with a status of 500 and more. */
  ERRORS("errors", true),
  /** The median of their response times. */
  P50_NS("p50", false),
  /** Their 99th percentile. */
  P99_NS("p99", false),
  /** The longest. */
  MAX_NS("longest", false);

  /** What stopped the whole JVM, by the column that has its time. */
  public static final Map<WatchColumn, StopKind> STOPS =
      Collections.unmodifiableMap(
          new EnumMap<>(
              Map.of(
                  GC_NS, StopKind.GC_PAUSE,
                  SAFEPOINT_NS, StopKind.SAFEPOINT,
                  TIME_TO_SAFEPOINT_NS, StopKind.TIME_TO_SAFEPOINT,
                  THROTTLED_NS, StopKind.THROTTLING,
                  STEAL_NS, StopKind.STEAL,
                  STOPPED_NS, StopKind.STOPPED)));

  private final String words;
  private final boolean isSum;

  WatchColumn(String words, boolean isSum) {
    this.words = words;
    this.isSum = isSum;
  }

  /** For people. */
  public String words() {
    return words;
  }

  /** Whether the values of several seconds add up. */
  public boolean isSum() {
    return isSum;
  }

  /** As in files: {@code gc_ns}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The column of a code; empty for one that this version does not know. */
  static Optional<WatchColumn> of(String code) {
    return Arrays.stream(values()).filter(one -> one.code().equals(code)).findFirst();
  }
}
