package dev.foliot.steer;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;

/**
 * Gets {@code ClassLoader.defineClass}, a protected method. It needs a package that is open to it.
 * The agent therefore loads a copy of this class in a loader of its own, and opens the package to
 * that loader's module, which contains nothing else.
 */
public final class Definer implements Callable<MethodHandle> {
  /** Called by reflection. */
  public Definer() {}

  @Override
  public MethodHandle call() throws ReflectiveOperationException {
    Method method =
        ClassLoader.class.getDeclaredMethod(
            "defineClass", String.class, byte[].class, int.class, int.class);
    method.setAccessible(true);
    return MethodHandles.lookup().unreflect(method);
  }

  /** A loader for this class only. */
  static final class Alone extends ClassLoader {
    Alone() {
      // this class depends only on the JDK
      super(null);
    }

    /** Defines the copy. */
    Class<?> load(byte[] bytes) {
      return defineClass(Definer.class.getName(), bytes, 0, bytes.length);
    }
  }
}
