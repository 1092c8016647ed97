package dev.foliot.pool.machine;

import java.lang.management.ManagementFactory;

/**
 * The JVM's figures of CPU time. Without the modules java.management and jdk.management, as in some
 * images made by jlink, they are unknown. Safe for any thread.
 */
final class ProcessCpu {
  private ProcessCpu() {}

  /** The CPU time of this process so far in nanoseconds, negative if unknown. */
  static long timeNs() {
    try {
      return Management.timeNs();
    } catch (LinkageError e) {
      return -1;
    }
  }

  /** The recent load of the machine, 0 to 1, negative if unknown. */
  static double machineLoad() {
    try {
      return Management.machineLoad();
    } catch (LinkageError e) {
      return -1;
    }
  }

  /**
   * Loads on the first call, which takes tens of milliseconds and must not delay the creation of a
   * pool. A missing module shows here.
   */
  private static final class Management {
    private static final com.sun.management.OperatingSystemMXBean BEAN =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    static long timeNs() {
      return BEAN.getProcessCpuTime();
    }

    static double machineLoad() {
      return BEAN.getCpuLoad();
    }
  }
}
