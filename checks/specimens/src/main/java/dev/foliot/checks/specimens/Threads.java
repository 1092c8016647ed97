package dev.foliot.checks.specimens;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** Creates the threads of a specimen. */
@FunctionalInterface
interface Threads {
  /** Platform threads. */
  Threads PLATFORM =
      (name, task) -> {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
      };

  /** Starts a thread. */
  Thread start(String name, Runnable task);

  /**
   * Virtual threads, which have no names; the kernel knows those of their carriers.
   *
   * @throws UnsupportedOperationException below JDK 21
   */
  static Threads virtual() {
    try {
      MethodHandle start =
          MethodHandles.publicLookup()
              .findStatic(
                  Thread.class, "startVirtualThread", methodType(Thread.class, Runnable.class));
      return (name, task) -> started(start, task);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new UnsupportedOperationException("virtual threads need JDK 21 or later", e);
    }
  }

  private static Thread started(MethodHandle start, Runnable task) {
    try {
      return (Thread) start.invokeExact(task);
    } catch (Throwable e) {
      throw new IllegalStateException("no virtual thread could be started", e);
    }
  }
}
