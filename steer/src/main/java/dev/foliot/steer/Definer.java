package dev.foliot.steer;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;

/**
 * Gets {@code ClassLoader.defineClass}, which is protected. It takes a package that is open to it;
 * so the agent has a copy of this class alone in a loader of its own, and opens the package to that
 * loader's module, in which there is nobody else.
 */
public final class Definer implements Callable<MethodHandle> {
  /** Called by name. */
  public Definer() {}

  @Override
  public MethodHandle call() throws ReflectiveOperationException {
    Method method =
        ClassLoader.class.getDeclaredMethod(
            "defineClass", String.class, byte[].class, int.class, int.class);
    method.setAccessible(true);
    return MethodHandles.lookup().unreflect(method);
  }

  /** A loader of this class alone. */
  static final class Alone extends ClassLoader {
    Alone() {
      // what this class stands on is the JDK's
      super(null);
    }

    /** The copy. */
    Class<?> load(byte[] bytes) {
      return defineClass(Definer.class.getName(), bytes, 0, bytes.length);
    }
  }
}
