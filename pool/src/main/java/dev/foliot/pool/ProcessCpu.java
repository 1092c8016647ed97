package dev.foliot.pool;

import java.lang.management.ManagementFactory;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * What the JVM says of CPU time. The modules java.management and jdk.management may be missing in
 * an image made by jlink: then nothing is known.
 */
final class ProcessCpu {
  private ProcessCpu() {}

  /** The CPU time of this process so far in nanoseconds, below 0 if unknown. */
  static LongSupplier timeNs() {
    try {
      return Management.timeNs();
    } catch (LinkageError | ClassCastException e) {
      return () -> -1;
    }
  }

  /** The recent load of the machine, 0 to 1, below 0 if unknown. */
  static DoubleSupplier machineLoad() {
    try {
      return Management.machineLoad();
    } catch (LinkageError | ClassCastException e) {
      return () -> -1;
    }
  }

  /** Loaded only where it is called, so that a missing module is met there. */
  private static final class Management {
    private static com.sun.management.OperatingSystemMXBean bean() {
      return (com.sun.management.OperatingSystemMXBean)
          ManagementFactory.getOperatingSystemMXBean();
    }

    static LongSupplier timeNs() {
      return bean()::getProcessCpuTime;
    }

    static DoubleSupplier machineLoad() {
      return bean()::getCpuLoad;
    }
  }
}
