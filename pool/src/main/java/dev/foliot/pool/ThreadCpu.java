package dev.foliot.pool;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/** The CPU time of the current thread, where it can be had; not of virtual threads. */
final class ThreadCpu {
  private static final @Nullable ThreadMXBean BEAN = beanOrNull();

  private ThreadCpu() {}

  private static @Nullable ThreadMXBean beanOrNull() {
    try {
      ThreadMXBean bean = ManagementFactory.getThreadMXBean();
      return bean.isCurrentThreadCpuTimeSupported() && bean.isThreadCpuTimeEnabled() ? bean : null;
    } catch (LinkageError | RuntimeException e) {
      return null; // no module java.management, or not allowed
    }
  }

  static boolean isKnown() {
    return BEAN != null;
  }

  /** The CPU time in nanoseconds, -1 if it is not known. */
  static long nowNs() {
    ThreadMXBean bean = BEAN;
    return bean == null ? -1 : bean.getCurrentThreadCpuTime();
  }
}
