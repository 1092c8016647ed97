package dev.foliot.bench;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The JVM's identity, and the counters of its collectors, compiler and allocation. */
final class JvmFacts {
  private JvmFacts() {}

  /** What the JVM did since it began, without the allocation. */
  static Measurement.JvmWork now() {
    List<Measurement.Collector> collectors = new ArrayList<>();
    for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans()) {
      collectors.add(
          new Measurement.Collector(
              gc.getName(),
              Math.max(0, gc.getCollectionCount()),
              Math.max(0, gc.getCollectionTime())));
    }
    CompilationMXBean compilation = ManagementFactory.getCompilationMXBean();
    boolean known = compilation != null && compilation.isCompilationTimeMonitoringSupported();
    return new Measurement.JvmWork(
        collectors, known ? compilation.getTotalCompilationTime() : 0, null);
  }

  /** What the JVM did since an earlier moment. */
  static Measurement.JvmWork since(
      Measurement.JvmWork before, Measurement.@Nullable Allocation allocated) {
    Measurement.JvmWork now = now();
    List<Measurement.Collector> since = new ArrayList<>();
    // the beans of a JVM are the same ones, in the same order, as long as it lives
    for (int i = 0; i < now.collectors().size(); i++) {
      Measurement.Collector one = now.collectors().get(i);
      Measurement.Collector then = before.collectors().get(i);
      since.add(
          new Measurement.Collector(
              one.name(), one.count() - then.count(), one.timeMs() - then.timeMs()));
    }
    return new Measurement.JvmWork(since, now.compileTimeMs() - before.compileTimeMs(), allocated);
  }

  static Map<String, String> properties() {
    Map<String, String> facts = new LinkedHashMap<>();
    for (String name :
        new String[] {
          "java.version", "java.vendor", "java.vm.name", "java.vm.version", "java.vm.vendor"
        }) {
      facts.put(name, System.getProperty(name, ""));
    }
    facts.put(
        "gc",
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .collect(Collectors.joining(", ")));
    facts.put("heap_max_bytes", Long.toString(Runtime.getRuntime().maxMemory()));
    return facts;
  }

  /**
   * Counts what all threads allocate between two moments, exactly.
   *
   * <p>The thread that makes it and asks is the harness's own and is left out, unless it is the
   * producer as well. Before JDK 21 the JVM has no sum over all threads, so threads that ended in
   * between are missing.
   */
  static final class AllocationMeter {
    private static final @Nullable Counter COUNTER = counterOrNull();

    private final boolean includesCaller;
    private long before;

    AllocationMeter(boolean includesCaller) {
      this.includesCaller = includesCaller;
      Counter counter = COUNTER;
      this.before = counter == null ? 0 : counter.bytes(includesCaller);
    }

    /** What was allocated since the meter was made. */
    Measurement.Allocation read() {
      Counter counter = COUNTER;
      return counter == null
          ? Measurement.Allocation.UNCOUNTED
          : new Measurement.Allocation(true, Math.max(0, counter.bytes(includesCaller) - before));
    }

    /** Whether it misses threads that ended in between. */
    static boolean missesEndedThreads() {
      Counter counter = COUNTER;
      return counter != null && counter.total == null;
    }

    private static @Nullable Counter counterOrNull() {
      try {
        return ManagementFactory.getThreadMXBean()
                    instanceof com.sun.management.ThreadMXBean threads
                && threads.isThreadAllocatedMemorySupported()
            ? new Counter(threads)
            : null;
      } catch (LinkageError | UnsupportedOperationException e) {
        // an image without the module jdk.management, or a JVM that only has the interface
        return null;
      }
    }
  }

  private static final class Counter {
    private final com.sun.management.ThreadMXBean threads;
    private final @Nullable MethodHandle total;

    Counter(com.sun.management.ThreadMXBean threads) {
      this.threads = threads;
      this.total = totalOrNull();
      threads.setThreadAllocatedMemoryEnabled(true);
    }

    private static @Nullable MethodHandle totalOrNull() {
      try {
        return MethodHandles.publicLookup()
            .findVirtual(
                com.sun.management.ThreadMXBean.class,
                "getTotalThreadAllocatedBytes",
                MethodType.methodType(long.class));
      } catch (NoSuchMethodException | IllegalAccessException e) {
        return null;
      }
    }

    long bytes(boolean includesCaller) {
      return all() - (includesCaller ? 0 : threads.getCurrentThreadAllocatedBytes());
    }

    private long all() {
      MethodHandle sum = total;
      if (sum == null) {
        return LongStream.of(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
            .map(bytes -> Math.max(0, bytes))
            .sum();
      }
      try {
        return (long) sum.invokeExact(threads);
      } catch (Throwable e) {
        throw new IllegalStateException("getTotalThreadAllocatedBytes failed", e);
      }
    }
  }
}
