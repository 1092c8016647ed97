package dev.foliot.checks.peers.pool;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The resources of this process. */
final class Own {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final double MIB = 1024.0 * 1024;

  private Own() {}

  /** The CPU time of all its threads. */
  static long cpuNs() {
    return SYSTEM.getProcessCpuTime();
  }

  /** Its live platform threads, without the JVM's own for the compiler and the collector. */
  static int threads() {
    return THREADS.getThreadCount();
  }

  /** Its resident memory. */
  static double rssMb() {
    return status("VmRSS:").map(kb -> kb / 1024).orElse(Double.NaN);
  }

  /** The used heap after a collection. */
  static double heapMb() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MIB;
  }

  private static Optional<Double> status(String name) {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith(name))
          .map(line -> Double.valueOf(line.substring(name.length()).replaceAll("[^0-9]", "")))
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException("/proc/self/status cannot be read; this runs on Linux", e);
    }
  }
}
