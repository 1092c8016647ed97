package dev.foliot.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Bytes that the calling thread has allocated, exactly as the JVM counts them. */
final class Allocation {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocation() {}

  static long ofThisThreadBytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /** What an action allocates. */
  static long bytesOf(Runnable action) {
    long before = ofThisThreadBytes();
    action.run();
    return ofThisThreadBytes() - before;
  }
}
