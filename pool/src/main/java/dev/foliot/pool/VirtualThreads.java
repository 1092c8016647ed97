package dev.foliot.pool;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Reaches virtual threads from code compiled for JDK 17. */
final class VirtualThreads {
  private static final @Nullable MethodHandle IS_VIRTUAL = isVirtualOrNull();

  private VirtualThreads() {}

  private static @Nullable MethodHandle isVirtualOrNull() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }

  /** Whether a thread is virtual; always false below JDK 21. */
  static boolean isVirtual(Thread thread) {
    MethodHandle isVirtual = IS_VIRTUAL;
    try {
      return isVirtual != null && (boolean) isVirtual.invokeExact(thread);
    } catch (Error e) {
      throw e; // the stack may overflow here
    } catch (Throwable e) {
      throw new IllegalStateException("Thread.isVirtual failed", e);
    }
  }

  /**
   * Makes virtual threads with this name. They inherit no thread locals, and get the caller's
   * context class loader instead of the system's. They have no numbers: numbering takes a third as
   * long as the thread itself, and a dump shows their identifiers.
   *
   * @throws UnsupportedOperationException below JDK 21
   */
  static ThreadFactory factory(String name) {
    if (Runtime.version().feature() < 21) {
      throw new UnsupportedOperationException(
          "a pool of virtual threads needs JDK 21 or later, this is "
              + Runtime.version().feature()
              + ": choose another JDK, or platform() instead of virtual()");
    }
    try {
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      Class<?> builder = Class.forName("java.lang.Thread$Builder");
      Class<?> ofVirtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
      Object made =
          lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(ofVirtual)).invoke();
      made =
          lookup
              .findVirtual(builder, "name", MethodType.methodType(builder, String.class))
              .invoke(made, name);
      made =
          lookup
              .findVirtual(
                  builder,
                  "inheritInheritableThreadLocals",
                  MethodType.methodType(builder, boolean.class))
              .invoke(made, false);
      ThreadFactory bare =
          (ThreadFactory)
              lookup
                  .findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class))
                  .invoke(made);
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      return run -> {
        Thread thread = bare.newThread(run);
        thread.setContextClassLoader(loader);
        return thread;
      };
    } catch (Throwable e) {
      throw new IllegalStateException("no factory of virtual threads", e);
    }
  }
}
