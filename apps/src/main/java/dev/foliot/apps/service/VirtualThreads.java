package dev.foliot.apps.service;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Virtual threads, reached from code that is compiled for JDK 17. */
final class VirtualThreads {
  private VirtualThreads() {}

  /** An executor that starts one for each task. */
  static ExecutorService newExecutor() throws EnvironmentException {
    require();
    try {
      MethodHandle factory =
          MethodHandles.publicLookup()
              .findStatic(
                  Executors.class,
                  "newVirtualThreadPerTaskExecutor",
                  MethodType.methodType(ExecutorService.class));
      return (ExecutorService) factory.invokeExact();
    } catch (Error | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("no executor of virtual threads", e);
    }
  }

  /** Fails if this JVM lacks virtual threads. */
  static void require() throws EnvironmentException {
    int feature = Runtime.version().feature();
    if (feature < 21) {
      throw new EnvironmentException(
          "virtual threads need JDK 21 or later, this is "
              + feature
              + ": choose another JDK or another strategy");
    }
  }
}
