package dev.foliot.pool;

import java.lang.management.ManagementFactory;

/**
 * What the JVM says of CPU time. The modules java.management and jdk.management may be missing in
 * an image made by jlink: then nothing is known. Safe for any thread.
 */
final class ProcessCpu {
  private ProcessCpu() {}

  /** The CPU time of this process so far in nanoseconds, below 0 if unknown. */
  static long timeNs() {
    try {
      return Management.timeNs();
    } catch (LinkageError e) {
      return -1;
    }
  }

  /** The recent load of the machine, 0 to 1, below 0 if unknown. */
  static double machineLoad() {
    try {
      return Management.machineLoad();
    } catch (LinkageError e) {
      return -1;
    }
  }

  /**
   * Loaded when it is first called, which takes tens of milliseconds and should not hold up who
   * makes a pool; a missing module is met here.
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
