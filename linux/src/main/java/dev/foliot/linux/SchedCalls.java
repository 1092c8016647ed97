package dev.foliot.linux;

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
import java.util.BitSet;
import java.util.NoSuchElementException;

/**
 * The two calls of sched_setaffinity(2), linked to the C library. Immutable; safe for any thread. A
 * thread id of 0 is the calling thread.
 */
final class SchedCalls {
  static final int EPERM = 1;
  static final int ESRCH = 3;
  static final int EINVAL = 22;

  /** Room for 1,024 CPUs, as in the C library; doubled while the kernel has more. */
  private static final int FIRST_BYTES = 128;

  private static final int MOST_BYTES = (CpuList.MAX_CPU + 1) / 8;

  private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final Reading<SchedCalls> LINKED = link();

  private final MethodHandle get;
  private final MethodHandle set;

  /**
   * The result of a call.
   *
   * @param errno 0 when it succeeded
   * @param cpus the affinity; empty when it failed
   */
  record Outcome(int errno, CpuList cpus) {}

  private SchedCalls(MethodHandle get, MethodHandle set) {
    this.get = get;
    this.set = set;
  }

  /** The calls; unavailable where the system lacks them or the JVM's flags forbid them. */
  static Reading<SchedCalls> linked() {
    return LINKED;
  }

  /** Where thread {@code tid} may run. */
  Outcome affinity(int tid) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(CALL_STATE);
      int errno = EINVAL;
      for (long bytes = FIRST_BYTES; errno == EINVAL && bytes <= MOST_BYTES; bytes *= 2) {
        MemorySegment mask = arena.allocate(bytes, Long.BYTES);
        errno = call(get, state, tid, mask);
        if (errno == 0) {
          return new Outcome(0, CpuList.ofBits(BitSet.valueOf(mask.asByteBuffer())));
        }
      }
      return new Outcome(errno, CpuList.of());
    }
  }

  /** Restricts thread {@code tid} to the existing CPUs among {@code cpus}; returns errno. */
  int setAffinity(int tid, CpuList cpus) {
    byte[] bits = cpus.toMask();
    try (Arena arena = Arena.ofConfined()) {
      long words = Math.ceilDiv(Math.max(FIRST_BYTES, bits.length), Long.BYTES);
      MemorySegment mask = arena.allocate(words * Long.BYTES, Long.BYTES);
      MemorySegment.copy(bits, 0, mask, ValueLayout.JAVA_BYTE, 0, bits.length);
      return call(set, arena.allocate(CALL_STATE), tid, mask);
    }
  }

  private static int call(MethodHandle function, MemorySegment state, int tid, MemorySegment mask) {
    int result;
    try {
      result = (int) function.invokeExact(state, tid, mask.byteSize(), mask);
    } catch (Throwable e) {
      throw new IllegalStateException("a call of the C library cannot throw", e);
    }
    return result == 0 ? 0 : (int) ERRNO.get(state, 0L);
  }

  @SuppressWarnings("restricted") // Linking is this class's purpose.
  private static Reading<SchedCalls> link() {
    try {
      Linker linker = Linker.nativeLinker();
      SymbolLookup library = linker.defaultLookup();
      // int (pid_t, size_t, cpu_set_t *), on the 64-bit systems that are supported.
      FunctionDescriptor type =
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG,
              ValueLayout.ADDRESS);
      Linker.Option errno = Linker.Option.captureCallState("errno");
      return Reading.of(
          new SchedCalls(
              linker.downcallHandle(library.findOrThrow("sched_getaffinity"), type, errno),
              linker.downcallHandle(library.findOrThrow("sched_setaffinity"), type, errno)));
    } catch (IllegalCallerException e) {
      return Reading.unavailable(new SystemReason.NativeCallsForbidden("setting the affinity"));
    } catch (NoSuchElementException | UnsupportedOperationException e) {
      return Reading.unavailable(
          new SystemReason.NoSuchFunction("sched_setaffinity", System.getProperty("os.name")));
    }
  }
}
