package dev.foliot.checks.contracts;

import static org.assertj.core.api.Assumptions.assumeThat;

/** Whether this JDK has virtual threads. */
final class VirtualThreads {
  private VirtualThreads() {}

  static void assumeThatThereAre() {
    assumeThat(Runtime.version().feature())
        .as("the JDK: virtual threads are there from 21 on")
        .isGreaterThanOrEqualTo(21);
  }

  /** A virtual thread; compiled for a JDK without them. */
  static Thread unstarted(Runnable run) {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      return (Thread)
          Class.forName("java.lang.Thread$Builder")
              .getMethod("unstarted", Runnable.class)
              .invoke(builder, run);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("no virtual threads", e);
    }
  }
}
