package dev.foliot.linux.perf;

import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.CountersReason;
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
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * perf_event_open(2), which the C library lacks, with read(2), ioctl(2) and close(2) on its
 * descriptors. Immutable; safe for any thread.
 */
final class PerfCalls {
  // Requests of ioctl, from linux/perf_event.h.
  static final long ENABLE = 0x2400;
  static final long DISABLE = 0x2401;

  /** Enables the event until it has overflowed this many times. */
  static final long REFRESH = 0x2402;

  static final int EPERM = 1;
  static final int ESRCH = 3;
  static final int ENOMEM = 12;
  static final int EACCES = 13;

  /** By os.arch, from the kernel's tables of system calls. */
  private static final Map<String, Long> NUMBERS =
      Map.of("amd64", 298L, "x86_64", 298L, "aarch64", 241L);

  /** PERF_FLAG_FD_CLOEXEC: no child inherits a counter. */
  private static final long CLOSE_ON_EXEC = 8;

  private static final long NO_GROUP = -1;

  private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final Reading<PerfCalls> LINKED = link();

  private final long number;
  private final MethodHandle syscall;
  private final MethodHandle read;
  private final MethodHandle ioctl;
  private final MethodHandle close;

  /**
   * What a call gave.
   *
   * @param errno 0 when it succeeded
   * @param value the file descriptor or the count; 0 when it failed
   */
  record Outcome(int errno, long value) {}

  /** Reusable memory for calls, which saves thousands of allocations. */
  record Scratch(MemorySegment state, MemorySegment word) {
    static Scratch in(Arena arena) {
      return new Scratch(arena.allocate(CALL_STATE), arena.allocate(ValueLayout.JAVA_LONG));
    }
  }

  private PerfCalls(
      long number,
      MethodHandle syscall,
      MethodHandle read,
      MethodHandle ioctl,
      MethodHandle close) {
    this.number = number;
    this.syscall = syscall;
    this.read = read;
    this.ioctl = ioctl;
    this.close = close;
  }

  /** The calls; unavailable where the system lacks them or the JVM's flags forbid them. */
  static Reading<PerfCalls> linked() {
    return LINKED;
  }

  /** Opens a counter that counts from now on; the value is its file descriptor. */
  Outcome open(PerfEvent event, PerfTarget target) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attr = PerfAttributes.of(arena, event, target.kernel(), PerfSampling.NONE);
      return open(Scratch.in(arena), attr, target);
    }
  }

  /** Opens what {@link PerfAttributes} ask for; the value is its file descriptor. */
  Outcome open(Scratch scratch, MemorySegment attr, PerfTarget target) {
    try {
      long result =
          (long)
              syscall.invokeExact(
                  scratch.state(),
                  number,
                  attr,
                  (long) target.tid(),
                  (long) target.cpu(),
                  NO_GROUP,
                  CLOSE_ON_EXEC);
      return outcome(scratch.state(), result);
    } catch (Throwable e) {
      throw cannotThrow(e);
    }
  }

  /** What a counter has counted so far. */
  Outcome count(int descriptor) {
    try (Arena arena = Arena.ofConfined()) {
      return count(Scratch.in(arena), descriptor);
    }
  }

  /** What an event has counted so far. */
  Outcome count(Scratch scratch, int descriptor) {
    MemorySegment count = scratch.word();
    try {
      long result = (long) read.invokeExact(scratch.state(), descriptor, count, (long) Long.BYTES);
      Outcome outcome = outcome(scratch.state(), result);
      return outcome.errno() == 0 ? new Outcome(0, count.get(ValueLayout.JAVA_LONG, 0)) : outcome;
    } catch (Throwable e) {
      throw cannotThrow(e);
    }
  }

  /** One of the requests above; {@code argument} is for {@link #REFRESH}. */
  Outcome control(Scratch scratch, int descriptor, long request, long argument) {
    try {
      int result = (int) ioctl.invokeExact(scratch.state(), descriptor, request, argument);
      return outcome(scratch.state(), result);
    } catch (Throwable e) {
      throw cannotThrow(e);
    }
  }

  /** Gives a counter back; the kernel does so whatever the call answers. */
  void close(int descriptor) {
    try {
      int ignored = (int) close.invokeExact(descriptor);
    } catch (Throwable e) {
      throw cannotThrow(e);
    }
  }

  private static Outcome outcome(MemorySegment state, long result) {
    return result < 0 ? new Outcome((int) ERRNO.get(state, 0L), 0) : new Outcome(0, result);
  }

  private static IllegalStateException cannotThrow(Throwable e) {
    return new IllegalStateException("a call of the C library cannot throw", e);
  }

  @SuppressWarnings("restricted") // Linking is what this class is for.
  private static Reading<PerfCalls> link() {
    Long number = NUMBERS.get(System.getProperty("os.arch"));
    if (number == null || !System.getProperty("os.name").equals("Linux")) {
      return Reading.unavailable(
          new CountersReason.PerfEventsUnknown(
              System.getProperty("os.name"), System.getProperty("os.arch")));
    }
    try {
      Linker linker = Linker.nativeLinker();
      SymbolLookup library = linker.defaultLookup();
      ValueLayout.OfInt number32 = ValueLayout.JAVA_INT;
      ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
      Linker.Option errno = Linker.Option.captureCallState("errno");
      return Reading.of(
          new PerfCalls(
              number,
              linker.downcallHandle(
                  library.findOrThrow("syscall"),
                  FunctionDescriptor.of(word, word, ValueLayout.ADDRESS, word, word, word, word),
                  errno,
                  Linker.Option.firstVariadicArg(1)),
              linker.downcallHandle(
                  library.findOrThrow("read"),
                  FunctionDescriptor.of(word, number32, ValueLayout.ADDRESS, word),
                  errno),
              linker.downcallHandle(
                  library.findOrThrow("ioctl"),
                  FunctionDescriptor.of(number32, number32, word, word),
                  errno,
                  Linker.Option.firstVariadicArg(2)),
              linker.downcallHandle(
                  library.findOrThrow("close"), FunctionDescriptor.of(number32, number32))));
    } catch (IllegalCallerException e) {
      return Reading.unavailable(new SystemReason.NativeCallsForbidden("perf_event_open"));
    } catch (NoSuchElementException | UnsupportedOperationException e) {
      return Reading.unavailable(
          new SystemReason.NoSuchFunction("syscall", System.getProperty("os.name")));
    }
  }
}
