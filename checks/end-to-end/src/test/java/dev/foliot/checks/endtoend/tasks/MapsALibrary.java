package dev.foliot.checks.endtoend.tasks;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.Scanner;

/**
 * Maps a file at a given address, below all mappings of a JVM. Then it answers each input line.
 *
 * <p>Usage: {@code MapsALibrary FILE ADDRESS BYTES [scribble]}. With {@code scribble} it changes a
 * few bytes of the mapping, all the time, from the 64th KiB on.
 */
@SuppressWarnings("restricted") // a system call is the purpose
public final class MapsALibrary {
  private static final int READ_AND_WRITE = 3;
  private static final int PRIVATE_AND_FIXED = 0x02 | 0x10_0000;
  private static final int SPARED = 1 << 16;

  private MapsALibrary() {}

  /** Maps the file, reports it, and answers until its input ends. */
  public static void main(String[] args) throws Throwable {
    long address = Long.decode(args[1]);
    long bytes = Long.decode(args[2]);
    MemorySegment mapped = map(args[0], address, bytes);
    if (args.length > 3) {
      Thread scribbler = new Thread(() -> scribble(mapped), "scribbler");
      scribbler.setDaemon(true);
      scribbler.start();
    }
    System.out.println("mapped");
    try (Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8)) {
      while (lines.hasNextLine()) {
        System.out.println("heard " + lines.nextLine());
      }
    }
  }

  private static MemorySegment map(String file, long address, long bytes) throws Throwable {
    Linker linker = Linker.nativeLinker();
    MethodHandle open =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("open"),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
            Linker.Option.firstVariadicArg(2));
    MethodHandle mmap =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("mmap"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_LONG));
    try (Arena arena = Arena.ofConfined()) {
      int descriptor = (int) open.invokeExact(arena.allocateFrom(file), 0);
      long at =
          (long)
              mmap.invokeExact(address, bytes, READ_AND_WRITE, PRIVATE_AND_FIXED, descriptor, 0L);
      if (at != address) {
        throw new IllegalStateException(file + " cannot be mapped at " + args(address, at));
      }
      return MemorySegment.ofAddress(at).reinterpret(bytes);
    }
  }

  private static String args(long wanted, long got) {
    return Long.toHexString(wanted) + ", but at " + Long.toHexString(got);
  }

  private static void scribble(MemorySegment mapped) {
    Random random = new Random(7);
    while (true) {
      long at = SPARED + random.nextLong(mapped.byteSize() - SPARED);
      mapped.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
    }
  }
}
