package dev.foliot.bench;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Reaches virtual threads from code compiled for JDK 17. */
final class VirtualThreads {
  private static final @Nullable MethodHandle IS_VIRTUAL = isVirtualOrNull();

  private VirtualThreads() {}

  /** Whether a thread is virtual; always false below JDK 21. */
  static boolean isVirtual(Thread thread) {
    MethodHandle isVirtual = IS_VIRTUAL;
    if (isVirtual == null) {
      return false;
    }
    try {
      return (boolean) isVirtual.invokeExact(thread);
    } catch (Throwable e) {
      throw new IllegalStateException("Thread.isVirtual failed", e);
    }
  }

  private static @Nullable MethodHandle isVirtualOrNull() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }

  /**
   * An executor that starts a virtual thread for each task.
   *
   * @throws BadOptionException below JDK 21
   */
  static ExecutorService newExecutor() {
    try {
      MethodHandle factory =
          MethodHandles.publicLookup()
              .findStatic(
                  Executors.class,
                  "newVirtualThreadPerTaskExecutor",
                  MethodType.methodType(ExecutorService.class));
      return (ExecutorService) factory.invokeExact();
    } catch (NoSuchMethodException e) {
      throw new BadOptionException(
          "virtual threads need JDK 21 or later, this is "
              + Runtime.version().feature()
              + ": choose another JDK or another dispatch");
    } catch (Error | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("no executor of virtual threads", e);
    }
  }
}
