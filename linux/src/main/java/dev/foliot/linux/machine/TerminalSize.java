package dev.foliot.linux.machine;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The size of a terminal (ioctl_tty(2)). Immutable.
 *
 * @param columns characters in a line, at least 1
 * @param rows lines, at least 1
 */
public record TerminalSize(int columns, int rows) {
  private static final long WINDOW_SIZE = 0x5413;
  private static final int BYTES = 8;
  private static final Optional<MethodHandle> IOCTL = link();

  /**
   * Asks for the current size.
   *
   * @param descriptor a file of this process, 2 for standard error
   * @return empty where that is no terminal, or where the system does not tell
   */
  public static Optional<TerminalSize> of(int descriptor) {
    return IOCTL.flatMap(ioctl -> of(ioctl, descriptor));
  }

  private static Optional<TerminalSize> of(MethodHandle ioctl, int descriptor) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(BYTES, Short.BYTES);
      int result = (int) ioctl.invokeExact(descriptor, WINDOW_SIZE, size);
      int rows = Short.toUnsignedInt(size.get(ValueLayout.JAVA_SHORT, 0));
      int columns = Short.toUnsignedInt(size.get(ValueLayout.JAVA_SHORT, Short.BYTES));
      return result == 0 && rows > 0 && columns > 0
          ? Optional.of(new TerminalSize(columns, rows))
          : Optional.empty();
    } catch (Throwable e) {
      throw new IllegalStateException("a call of the C library cannot throw", e);
    }
  }

  @SuppressWarnings("restricted") // Linking is what this class is for.
  private static Optional<MethodHandle> link() {
    if (!"Linux".equals(System.getProperty("os.name"))) {
      return Optional.empty();
    }
    try {
      Linker linker = Linker.nativeLinker();
      // int (int, unsigned long, ...)
      FunctionDescriptor type =
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG,
              ValueLayout.ADDRESS);
      return Optional.of(
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("ioctl"),
              type,
              Linker.Option.firstVariadicArg(2)));
    } catch (IllegalCallerException | NoSuchElementException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }
}
