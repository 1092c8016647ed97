package dev.foliot.checks.contracts;

/** Starts platform and virtual threads. */
final class Threads {
  private Threads() {}

  /** A virtual thread needs JDK 21. */
  static Thread start(boolean isVirtual, Runnable run) {
    if (!isVirtual) {
      Thread thread = new Thread(run, "soaking");
      thread.start();
      return thread;
    }
    try {
      return (Thread)
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, run);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no virtual threads below JDK 21", e);
    }
  }
}
