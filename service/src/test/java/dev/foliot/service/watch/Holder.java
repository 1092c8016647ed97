package dev.foliot.service.watch;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/**
 * A JVM for tests with direct buffers of a megabyte each. Ends with its input.
 *
 * <p>Objects that a full collection has promoted refer to them. It then drops some, which only a
 * full collection can detect.
 */
final class Holder {
  private static final int MB = 1_000_000;

  /** Small enough for malloc's arena. */
  private static final int SMALL = 50_000;

  private static final MethodHandle MALLOC =
      linked("malloc", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
  private static final MethodHandle FREE =
      linked("free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));
  private static final List<Buffer> HELD = new ArrayList<>();

  private Holder() {}

  private record Buffer(ByteBuffer bytes) {}

  @Name("foliot.PoolResize")
  @SuppressWarnings("UnusedVariable") // the recorder reads the fields
  private static final class PoolResize extends Event {
    String pool = "a \u001b[31m pool";
    int from = 3;
    int to = 5;
    String reason = "a test";
  }

  /** Its initialisation parks, which pins a virtual thread on every JDK. */
  private static final class Slow {
    static {
      LockSupport.parkNanos(20_000_000);
    }

    static void touch() {}
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      HELD.add(new Buffer(ByteBuffer.allocateDirect(MB)));
    }
    hold(Integer.getInteger("native.mb", 0));
    free(Integer.getInteger("free.mb", 0));
    System.gc();
    System.gc();
    HELD.subList(0, Integer.parseInt(args[1])).clear();
    System.out.println("ready");
    while (System.in.read() >= 0) {
      new PoolResize().commit();
      Thread.startVirtualThread(Slow::touch).join();
      garbage();
      System.out.println("done");
    }
  }

  /** Memory outside HotSpot's accounts, allocated and touched like a native library's. */
  private static void hold(int mb) throws Exception {
    for (int i = 0; i < mb; i++) {
      var _ = taken(MB);
    }
  }

  /** Memory that was allocated and touched, then freed behind a block in use. */
  private static void free(int mb) throws Exception {
    List<MemorySegment> pieces = new ArrayList<>();
    for (int i = 0; i < mb * (MB / SMALL); i++) {
      pieces.add(taken(SMALL));
    }
    for (MemorySegment piece : pieces.subList(0, Math.max(0, pieces.size() - 1))) {
      call(FREE, piece);
    }
  }

  @SuppressWarnings("restricted") // It has the requested length.
  private static MemorySegment taken(int bytes) {
    MemorySegment piece = (MemorySegment) Objects.requireNonNull(call(MALLOC, (long) bytes));
    return piece.reinterpret(bytes).fill((byte) 1);
  }

  @SuppressWarnings("restricted") // Linking is the subject.
  private static MethodHandle linked(String function, FunctionDescriptor as) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(function), as);
  }

  private static @Nullable Object call(MethodHandle function, Object argument) {
    try {
      return function.invokeWithArguments(argument);
    } catch (Throwable e) {
      throw new IllegalStateException("a call of the C library cannot throw", e);
    }
  }

  /**
   * Garbage for some young collections in a small heap. The pieces are too small for promotion,
   * because a marking of the old generation would find the dropped buffers.
   */
  private static void garbage() {
    long sum = 0;
    for (int i = 0; i < 20_000; i++) {
      sum += new byte[10_000].length;
    }
    if (sum == 0) {
      throw new IllegalStateException("no garbage");
    }
  }
}
