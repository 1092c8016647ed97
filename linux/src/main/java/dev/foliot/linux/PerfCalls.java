package dev.foliot.linux;

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
 * perf_event_open(2), which the C library has no function for, with read(2) and close(2) for what
 * it opens. Immutable; safe for any thread.
 */
final class PerfCalls {
  /** By os.arch, from the kernel's tables of system calls. */
  private static final Map<String, Long> NUMBERS =
      Map.of("amd64", 298L, "x86_64", 298L, "aarch64", 241L);

  /** PERF_FLAG_FD_CLOEXEC: no child inherits a counter. */
  private static final long CLOSE_ON_EXEC = 8;

  private static final long NO_GROUP = -1;

  // perf_event_attr as of PERF_ATTR_SIZE_VER5; offsets in bytes.
  private static final long ATTR_BYTES = 112;
  private static final long TYPE = 0;
  private static final long SIZE = 4;
  private static final long CONFIG = 8;
  private static final long SAMPLE_PERIOD = 16;
  private static final long SAMPLE_TYPE = 24;
  private static final long FLAGS = 40;
  private static final long BP_TYPE = 52;
  private static final long BP_ADDRESS = 56;
  private static final long BP_LENGTH = 64;

  private static final long SAMPLE_RAW = 1 << 10;
  private static final long EXCLUDE_KERNEL = 1 << 5;
  private static final long EXCLUDE_HYPERVISOR = 1 << 6;

  private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final Reading<PerfCalls> LINKED = link();

  private final long number;
  private final MethodHandle syscall;
  private final MethodHandle read;
  private final MethodHandle close;

  /**
   * What a call gave.
   *
   * @param errno 0 when it succeeded
   * @param value the file descriptor or the count; 0 when it failed
   */
  record Outcome(int errno, long value) {}

  private PerfCalls(long number, MethodHandle syscall, MethodHandle read, MethodHandle close) {
    this.number = number;
    this.syscall = syscall;
    this.read = read;
    this.close = close;
  }

  /** The calls; unavailable where the system lacks them or the JVM's flags forbid them. */
  static Reading<PerfCalls> linked() {
    return LINKED;
  }

  /** Opens a counter that counts from now on; the value is its file descriptor. */
  Outcome open(PerfEvent event, PerfTarget target) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(CALL_STATE);
      MemorySegment attr = attributes(arena, event, target);
      long result =
          (long)
              syscall.invokeExact(
                  state,
                  number,
                  attr,
                  (long) target.tid(),
                  (long) target.cpu(),
                  NO_GROUP,
                  CLOSE_ON_EXEC);
      return outcome(state, result);
    } catch (Throwable e) {
      throw cannotThrow(e);
    }
  }

  private static MemorySegment attributes(Arena arena, PerfEvent event, PerfTarget target) {
    MemorySegment attr = arena.allocate(ATTR_BYTES, Long.BYTES);
    attr.set(ValueLayout.JAVA_INT, TYPE, event.type());
    attr.set(ValueLayout.JAVA_INT, SIZE, (int) ATTR_BYTES);
    attr.set(ValueLayout.JAVA_LONG, CONFIG, event.config());
    boolean kernel = target.kernel();
    switch (event) {
      case PerfEvent.Watchpoint watch -> {
        attr.set(ValueLayout.JAVA_INT, BP_TYPE, watch.access().bits());
        attr.set(ValueLayout.JAVA_LONG, BP_ADDRESS, watch.address());
        attr.set(ValueLayout.JAVA_LONG, BP_LENGTH, watch.bytes());
      }
      case PerfEvent.Tracepoint point -> {
        // Its data is what it is opened for, and what needs the permission.
        attr.set(ValueLayout.JAVA_LONG, SAMPLE_PERIOD, 1);
        attr.set(ValueLayout.JAVA_LONG, SAMPLE_TYPE, SAMPLE_RAW);
        kernel = true;
      }
      case PerfEvent.Hardware counter -> {}
      case PerfEvent.Software counter -> {}
    }
    attr.set(ValueLayout.JAVA_LONG, FLAGS, EXCLUDE_HYPERVISOR | (kernel ? 0 : EXCLUDE_KERNEL));
    return attr;
  }

  /** What a counter has counted so far. */
  Outcome count(int descriptor) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(CALL_STATE);
      MemorySegment count = arena.allocate(ValueLayout.JAVA_LONG);
      long result = (long) read.invokeExact(state, descriptor, count, (long) Long.BYTES);
      Outcome outcome = outcome(state, result);
      return outcome.errno() == 0 ? new Outcome(0, count.get(ValueLayout.JAVA_LONG, 0)) : outcome;
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
          "perf_event_open is not known on "
              + System.getProperty("os.name")
              + " "
              + System.getProperty("os.arch"),
          "run on Linux on x86-64 or aarch64");
    }
    try {
      Linker linker = Linker.nativeLinker();
      SymbolLookup library = linker.defaultLookup();
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
                  FunctionDescriptor.of(word, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, word),
                  errno),
              linker.downcallHandle(
                  library.findOrThrow("close"),
                  FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT))));
    } catch (IllegalCallerException e) {
      return Reading.unavailable(
          "this JVM forbids native calls, and perf_event_open is one",
          "start it with --enable-native-access=ALL-UNNAMED");
    } catch (NoSuchElementException | UnsupportedOperationException e) {
      return Reading.unavailable(
          "syscall is not in the C library of " + System.getProperty("os.name"),
          "run on 64-bit Linux");
    }
  }
}
