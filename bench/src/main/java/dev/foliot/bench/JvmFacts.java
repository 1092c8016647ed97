package dev.foliot.bench;

import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The JVM's identity, and the counters of its collector and compiler. */
record JvmFacts(long gcCount, long gcTimeMs, long compileTimeMs) {
  static JvmFacts now() {
    long count = 0;
    long time = 0;
    for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans()) {
      count += Math.max(0, gc.getCollectionCount());
      time += Math.max(0, gc.getCollectionTime());
    }
    CompilationMXBean compilation = ManagementFactory.getCompilationMXBean();
    boolean known = compilation != null && compilation.isCompilationTimeMonitoringSupported();
    return new JvmFacts(count, time, known ? compilation.getTotalCompilationTime() : 0);
  }

  JvmFacts since(JvmFacts before) {
    return new JvmFacts(
        gcCount - before.gcCount, gcTimeMs - before.gcTimeMs, compileTimeMs - before.compileTimeMs);
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
}
