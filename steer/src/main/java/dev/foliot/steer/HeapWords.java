package dev.foliot.steer;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;

/**
 * Reads words of objects in the heap through {@code sun.misc.Unsafe}. It uses reflection: the
 * compiler warns of Unsafe, and from JDK 24 the JVM does so once. Safe for any thread.
 */
final class HeapWords {
  private final MethodHandle getInt;
  private final MethodHandle getLong;
  private final MethodHandle fieldOffset;

  private HeapWords(MethodHandle getInt, MethodHandle getLong, MethodHandle fieldOffset) {
    this.getInt = getInt;
    this.getLong = getLong;
    this.fieldOffset = fieldOffset;
  }

  /**
   * Opens it for this JVM.
   *
   * @throws RefusedException if this JVM lacks the methods
   */
  static HeapWords open() throws RefusedException {
    try {
      Class<?> type = Class.forName("sun.misc.Unsafe");
      Field field = type.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      Object unsafe = field.get(null);
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      return new HeapWords(
          lookup.unreflect(type.getMethod("getInt", Object.class, long.class)).bindTo(unsafe),
          lookup.unreflect(type.getMethod("getLong", Object.class, long.class)).bindTo(unsafe),
          lookup.unreflect(type.getMethod("objectFieldOffset", Field.class)).bindTo(unsafe));
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new RefusedException(
          "this JVM has no sun.misc.Unsafe, by which an agent sees where a class lies ("
              + e
              + "): steer on JDK 17 to 25 with the module jdk.unsupported");
    }
  }

  int intAt(Object object, long offset) throws RefusedException {
    try {
      return (int) getInt.invokeExact(object, offset);
    } catch (Throwable e) {
      throw refused(e);
    }
  }

  long longAt(Object object, long offset) throws RefusedException {
    try {
      return (long) getLong.invokeExact(object, offset);
    } catch (Throwable e) {
      throw refused(e);
    }
  }

  /** The offset of a field in its objects. */
  long offsetOf(Field field) throws RefusedException {
    try {
      return (long) fieldOffset.invokeExact(field);
    } catch (Throwable e) {
      throw refused(e);
    }
  }

  private static RefusedException refused(Throwable e) {
    return new RefusedException("sun.misc.Unsafe failed (" + e + "): steer on JDK 17 to 25");
  }
}
