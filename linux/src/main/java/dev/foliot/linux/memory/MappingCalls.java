package dev.foliot.linux.memory;

import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.SystemReason;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.NoSuchElementException;

/**
 * Maps the ring of a perf event, which is no file and has a length unknown to Java (mmap(2)).
 * Immutable; safe for any thread.
 */
public final class MappingCalls {
  private static final int READ_AND_WRITE = 3;
  private static final int SHARED = 1;
  private static final long FAILED = -1;

  private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final Reading<MappingCalls> LINKED = link();

  private final MethodHandle mmap;
  private final MethodHandle munmap;
  private final int pageBytes;

  /**
   * The result of a call.
   *
   * @param errno 0 when it succeeded
   * @param memory the mapping; {@link MemorySegment#NULL} when it failed
   */
  public record Outcome(int errno, MemorySegment memory) {}

  private MappingCalls(MethodHandle mmap, MethodHandle munmap, int pageBytes) {
    this.mmap = mmap;
    this.munmap = munmap;
    this.pageBytes = pageBytes;
  }

  /** The calls; unavailable where the system lacks them or the JVM's flags forbid them. */
  public static Reading<MappingCalls> linked() {
    return LINKED;
  }

  /** The size of a page of memory, in bytes. */
  public int pageBytes() {
    return pageBytes;
  }

  /** Maps {@code bytes} of a descriptor, to be read and written, until {@link #unmap}. */
  @SuppressWarnings("restricted") // The kernel has just given this length.
  public Outcome map(int descriptor, long bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(CALL_STATE);
      MemorySegment start =
          (MemorySegment)
              mmap.invokeExact(
                  state, MemorySegment.NULL, bytes, READ_AND_WRITE, SHARED, descriptor, 0L);
      return start.address() == FAILED
          ? new Outcome((int) ERRNO.get(state, 0L), MemorySegment.NULL)
          : new Outcome(0, start.reinterpret(bytes));
    } catch (Throwable e) {
      throw cannotThrow(e);
    }
  }

  /** Removes a mapping; it must not be used afterwards. */
  public void unmap(MemorySegment memory) {
    try {
      int ignored = (int) munmap.invokeExact(memory, memory.byteSize());
    } catch (Throwable e) {
      throw cannotThrow(e);
    }
  }

  private static IllegalStateException cannotThrow(Throwable e) {
    return new IllegalStateException("a call of the C library cannot throw", e);
  }

  @SuppressWarnings("restricted") // Linking is this class's purpose.
  private static Reading<MappingCalls> link() {
    try {
      Linker linker = Linker.nativeLinker();
      SymbolLookup library = linker.defaultLookup();
      ValueLayout.OfInt number = ValueLayout.JAVA_INT;
      ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
      MethodHandle pageSize =
          linker.downcallHandle(library.findOrThrow("getpagesize"), FunctionDescriptor.of(number));
      return Reading.of(
          new MappingCalls(
              linker.downcallHandle(
                  library.findOrThrow("mmap"),
                  FunctionDescriptor.of(
                      ValueLayout.ADDRESS, ValueLayout.ADDRESS, word, number, number, number, word),
                  Linker.Option.captureCallState("errno")),
              linker.downcallHandle(
                  library.findOrThrow("munmap"),
                  FunctionDescriptor.of(number, ValueLayout.ADDRESS, word)),
              call(pageSize)));
    } catch (IllegalCallerException e) {
      return Reading.unavailable(new SystemReason.NativeCallsForbidden("mmap"));
    } catch (NoSuchElementException | UnsupportedOperationException e) {
      return Reading.unavailable(
          new SystemReason.NoSuchFunction("mmap", System.getProperty("os.name")));
    }
  }

  private static int call(MethodHandle pageSize) {
    try {
      return (int) pageSize.invokeExact();
    } catch (Throwable e) {
      throw cannotThrow(e);
    }
  }
}
