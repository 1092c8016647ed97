package dev.foliot.pool.machine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/**
 * The CPU time of the current platform thread, where available. It is unknown before {@link #find},
 * which takes some milliseconds the first time.
 */
public final class ThreadCpu {
  private static volatile @Nullable ThreadMXBean bean;

  private ThreadCpu() {}

  private static @Nullable ThreadMXBean beanOrNull() {
    try {
      ThreadMXBean found = ManagementFactory.getThreadMXBean();
      return found.isCurrentThreadCpuTimeSupported() && found.isThreadCpuTimeEnabled()
          ? found
          : null;
    } catch (LinkageError | RuntimeException e) {
      return null; // no module java.management, or not allowed
    }
  }

  /** Looks it up; further calls do nothing. */
  public static void find() {
    if (bean == null) {
      bean = beanOrNull();
    }
  }

  /** Whether it was found. */
  public static boolean isKnown() {
    return bean != null;
  }

  /** The CPU time in nanoseconds, -1 if unknown. */
  public static long nowNs() {
    ThreadMXBean known = bean;
    return known == null ? -1 : known.getCurrentThreadCpuTime();
  }
}
