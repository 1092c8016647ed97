package dev.foliot.bench;

import dev.foliot.text.Shown;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;

/**
 * Foliot's self-tuning pool, which may be on the class path or not: what runs inside a measured JVM
 * needs no pool, so it is reached by name.
 */
final class AdaptivePools {
  private static final String POOL = "dev.foliot.pool.AdaptivePool";
  private static final String NAME = "foliot-bench";

  private AdaptivePools() {}

  /**
   * A pool of platform threads.
   *
   * @param loader whose class path has the pool
   * @throws BadOptionException if it has not
   */
  static ExecutorService platform(ClassLoader loader, ThreadFactory threads) {
    Object builder = builder(loader);
    call(builder, "threadFactory", ThreadFactory.class, threads);
    return executor(builder, "platform");
  }

  /**
   * A pool of virtual threads.
   *
   * @param loader whose class path has the pool
   * @throws BadOptionException if it has not, and below JDK 21
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

  /** What the pool itself threw is passed on; all else is another version's face. */
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
