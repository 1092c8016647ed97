package dev.foliot.checks.specimens;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The offset of an object's Klass in its cache line, from the object's header. It is read by {@code
 * sun.misc.Unsafe}, which is reached by name, because the compiler warns about it.
 */
final class KlassPlace {
  static final int LINE_BYTES = 64;

  /**
   * The offset of the first field: behind a header with a class in 22 bits, in 4 bytes, or in 8.
   */
  private static final long COMPACT = 8;

  private static final long NARROW = 12;
  private static final long HEADER_CLASS = 8;

  /** The shift of a class in 4 bytes, if shifted. */
  private static final int SHIFT = 3;

  private final MethodHandle getInt;
  private final MethodHandle getLong;
  private final boolean isNarrow;
  private final int shift;

  private KlassPlace(MethodHandle getInt, MethodHandle getLong, boolean isNarrow) {
    this.getInt = getInt;
    this.getLong = getLong;
    this.isNarrow = isNarrow;
    this.shift = isNarrow && isShifted() ? SHIFT : 0;
  }

  /** A class with a field, which shows the length of a header. */
  static final class Example {
    int first;
  }

  /**
   * For this JVM.
   *
   * @throws UnsupportedOperationException if it hides the address, or no filler moves a class in it
   */
  static KlassPlace open() {
    try {
      Class<?> type = Class.forName("sun.misc.Unsafe");
      Field field = type.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      Object unsafe = field.get(null);
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      long first =
          (long)
              type.getMethod("objectFieldOffset", Field.class)
                  .invoke(unsafe, Example.class.getDeclaredField("first"));
      if (first == COMPACT) {
        throw new UnsupportedOperationException(
            "with compact object headers every class begins at a multiple of 1024 bytes, and no"
                + " filler moves it within a line");
      }
      return new KlassPlace(
          lookup.unreflect(type.getMethod("getInt", Object.class, long.class)).bindTo(unsafe),
          lookup.unreflect(type.getMethod("getLong", Object.class, long.class)).bindTo(unsafe),
          first == NARROW);
    } catch (ReflectiveOperationException e) {
      throw new UnsupportedOperationException("this JVM does not show where its classes lie", e);
    }
  }

  /**
   * Classes begin at multiples of 8 bytes: without a shift, all header values are such multiples.
   */
  private boolean isShifted() {
    List<Object> examples =
        List.of(
            new Object(),
            new Example(),
            new ArrayList<>(),
            new ArrayDeque<>(),
            new HashMap<>(),
            new HashSet<>(),
            new AtomicInteger(),
            new AtomicLong(),
            "text",
            1,
            1L);
    return examples.stream().anyMatch(example -> intOf(example) % (1 << SHIFT) != 0);
  }

  /** The offset of the Klass in its line, in bytes. */
  int of(Object object) {
    long address = isNarrow ? (long) intOf(object) << shift : longOf(object);
    return (int) Math.floorMod(address, (long) LINE_BYTES);
  }

  private int intOf(Object object) {
    try {
      return (int) getInt.invokeExact(object, HEADER_CLASS);
    } catch (Throwable e) {
      throw new UnsupportedOperationException("this JVM does not show where its classes lie", e);
    }
  }

  private long longOf(Object object) {
    try {
      return (long) getLong.invokeExact(object, HEADER_CLASS);
    } catch (Throwable e) {
      throw new UnsupportedOperationException("this JVM does not show where its classes lie", e);
    }
  }
}
