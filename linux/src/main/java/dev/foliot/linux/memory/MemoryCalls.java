package dev.foliot.linux.memory;

import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.SystemReason;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.NoSuchElementException;

/**
 * Reads another process (process_vm_readv(2)), up to {@link #MOST_WORDS} words by one system call.
 * Immutable; safe for any thread.
 */
final class MemoryCalls {
  static final int ESRCH = 3;
  static final int EFAULT = 14;

  /** UIO_MAXIOV: the kernel takes no more parts at once. */
  static final int MOST_WORDS = 1024;

  /** An iovec is an address and a length. */
  private static final int IOVEC_LONGS = 2;

  private static final long IOVEC_BYTES = IOVEC_LONGS * (long) Long.BYTES;

  private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final Reading<MemoryCalls> LINKED = link();

  private final MethodHandle readv;

  private MemoryCalls(MethodHandle readv) {
    this.readv = readv;
  }

  /** The call; unavailable where the system lacks it or the JVM's flags forbid it. */
  static Reading<MemoryCalls> linked() {
    return LINKED;
  }

  /**
   * Reads from an address on, as much as {@code into} has room for, or less.
   *
   * @return how many bytes, or -errno if none
   */
  long read(int pid, long address, MemorySegment into) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(CALL_STATE);
      MemorySegment local = arena.allocate(IOVEC_BYTES, Long.BYTES);
      MemorySegment remote = arena.allocate(IOVEC_BYTES, Long.BYTES);
      local.set(ValueLayout.JAVA_LONG, 0, into.address());
      local.set(ValueLayout.JAVA_LONG, Long.BYTES, into.byteSize());
      remote.set(ValueLayout.JAVA_LONG, 0, address);
      remote.set(ValueLayout.JAVA_LONG, Long.BYTES, into.byteSize());
      return call(state, pid, local, remote, 1);
    }
  }

  /** The bytes that were read, or -errno. */
  private long call(
      MemorySegment state, int pid, MemorySegment local, MemorySegment remote, long parts) {
    long bytes;
    try {
      bytes = (long) readv.invokeExact(state, pid, local, 1L, remote, parts, 0L);
    } catch (Throwable e) {
      throw new IllegalStateException("a call of the C library cannot throw", e);
    }
    return bytes < 0 ? -(int) ERRNO.get(state, 0L) : bytes;
  }

  /** A batch of words with its own memory. For one thread. */
  final class Batch {
    private final MemorySegment state;
    private final MemorySegment local;
    private final MemorySegment remote;
    private final MemorySegment copies;
    private final long[] parts;

    /** Has room for {@code words}, from 1 to {@link #MOST_WORDS}. */
    Batch(Arena arena, int words) {
      state = arena.allocate(CALL_STATE);
      local = arena.allocate(IOVEC_BYTES, Long.BYTES);
      remote = arena.allocate(words * IOVEC_BYTES, Long.BYTES);
      copies = arena.allocate(words * (long) Long.BYTES, Long.BYTES);
      parts = new long[words * IOVEC_LONGS];
    }

    /** Takes the {@code count} addresses from {@code first} on. */
    void fill(long[] addresses, int first, int count) {
      for (int i = 0; i < count; i++) {
        parts[i * IOVEC_LONGS] = addresses[first + i];
        parts[i * IOVEC_LONGS + 1] = Long.BYTES;
      }
      MemorySegment.copy(parts, 0, remote, ValueLayout.JAVA_LONG, 0, count * IOVEC_LONGS);
    }

    /**
     * Reads {@code count} words from index {@code from} until one is unreadable. It returns the
     * number read, or -errno if it read none.
     */
    int read(int pid, int from, int count) {
      local.set(ValueLayout.JAVA_LONG, 0, copies.address() + from * (long) Long.BYTES);
      local.set(ValueLayout.JAVA_LONG, Long.BYTES, count * (long) Long.BYTES);
      long bytes = call(state, pid, local, remote.asSlice(from * IOVEC_BYTES), count);
      // a word across the end of a mapping may be read by half
      return (int) (bytes < 0 ? bytes : bytes / Long.BYTES);
    }

    /** Copies {@code count} words, from number {@code from} on, to the same place of the whole. */
    void copyTo(long[] values, int first, int from, int count) {
      MemorySegment.copy(
          copies, ValueLayout.JAVA_LONG, from * (long) Long.BYTES, values, first + from, count);
    }
  }

  @SuppressWarnings("restricted") // Linking is this class's purpose.
  private static Reading<MemoryCalls> link() {
    try {
      Linker linker = Linker.nativeLinker();
      ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
      // ssize_t (pid_t, iovec *, unsigned long, iovec *, unsigned long, unsigned long)
      FunctionDescriptor type =
          FunctionDescriptor.of(
              word,
              ValueLayout.JAVA_INT,
              ValueLayout.ADDRESS,
              word,
              ValueLayout.ADDRESS,
              word,
              word);
      return Reading.of(
          new MemoryCalls(
              linker.downcallHandle(
                  linker.defaultLookup().findOrThrow("process_vm_readv"),
                  type,
                  Linker.Option.captureCallState("errno"))));
    } catch (IllegalCallerException e) {
      return Reading.unavailable(new SystemReason.NativeCallsForbidden("process_vm_readv"));
    } catch (NoSuchElementException | UnsupportedOperationException e) {
      return Reading.unavailable(
          new SystemReason.NoSuchFunction("process_vm_readv", System.getProperty("os.name")));
    }
  }
}
