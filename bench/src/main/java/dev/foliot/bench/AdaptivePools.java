package dev.foliot.bench;

import dev.foliot.text.Shown;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;

/**
 * Reaches Foliot's adaptive pool by name. A measured JVM may run without the pool on its class
 * path.
 */
final class AdaptivePools {
  private static final String POOL = "dev.foliot.pool.AdaptivePool";
  private static final String NAME = "foliot-bench";

  private AdaptivePools() {}

  /**
   * A pool of platform threads.
   *
   * @param loader the loader to find the pool's classes with
   * @throws BadOptionException if the class path lacks the pool
   */
  static ExecutorService platform(ClassLoader loader, ThreadFactory threads) {
    Object builder = builder(loader);
    call(builder, "threadFactory", ThreadFactory.class, threads);
    return executor(builder, "platform");
  }

  /**
   * A pool of virtual threads.
   *
   * @param loader the loader to find the pool's classes with
   * @throws BadOptionException if the class path lacks the pool, or below JDK 21
   */
  static ExecutorService virtual(ClassLoader loader) {
    try {
      return executor(builder(loader), "virtual");
    } catch (UnsupportedOperationException e) {
      throw new BadOptionException(
          "virtual threads need JDK 21 or later, this is "
              + Runtime.version().feature()
              + ": choose another JDK or another dispatch");
    }
  }

  private static Object builder(ClassLoader loader) {
    try {
      Object builder = Class.forName(POOL, true, loader).getMethod("builder").invoke(null);
      call(builder, "name", String.class, NAME);
      return builder;
    } catch (ClassNotFoundException e) {
      throw new BadOptionException(
          "the self-tuning pool is not on the class path: add foliot-pool to it, or choose another"
              + " dispatch");
    } catch (ReflectiveOperationException e) {
      throw unfit(e);
    }
  }

  private static ExecutorService executor(Object builder, String kind) {
    try {
      return (ExecutorService) builder.getClass().getMethod(kind).invoke(builder);
    } catch (ReflectiveOperationException e) {
      throw unfit(e);
    }
  }

  private static void call(Object builder, String name, Class<?> type, Object value) {
    try {
      builder.getClass().getMethod(name, type).invoke(builder, value);
    } catch (ReflectiveOperationException e) {
      throw unfit(e);
    }
  }

  /** Passes on what the pool threw. Any other failure means another version of the pool. */
  private static RuntimeException unfit(ReflectiveOperationException e) {
    if (e instanceof InvocationTargetException) {
      if (e.getCause() instanceof RuntimeException thrown) {
        return thrown;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
    }
    return new BadOptionException(
        "the foliot-pool on the class path is of another version, it has no such method ("
            + Shown.text(e.getMessage())
            + "): use the one of this version");
  }
}
