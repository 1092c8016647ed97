package dev.foliot.hotspot.image;

import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.memory.TargetMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Optional;

/** The memory of a target, which may lie, change and vanish at any time. Safe for any thread. */
public interface Memory {
  /**
   * The memory of a process; only what is mapped and readable can be read.
   *
   * @param root below which the kernel's files are, usually "/"
   * @param maps what is mapped now
   */
  static Memory ofProcess(Path root, long pid, TargetMemory memory, ProcessMaps maps) {
    return new LiveMemory(root, pid, memory, maps);
  }

  /** Fills {@code into} with what is at {@code address} and after; false when it cannot be. */
  boolean read(long address, byte[] into);

  /**
   * Fills {@code into} with the words at some addresses, all as near to one moment as can be; false
   * when one of them cannot be read, which is 0 then.
   */
  default boolean words(long[] addresses, long[] into) {
    byte[] word = new byte[Long.BYTES];
    boolean complete = true;
    for (int i = 0; i < addresses.length; i++) {
      boolean present = read(addresses[i], word);
      into[i] = present ? ByteBuffer.wrap(word).order(ByteOrder.LITTLE_ENDIAN).getLong() : 0;
      complete &= present;
    }
    return complete;
  }

  /** The file that is mapped at an address, as it was called when it was mapped. */
  Optional<String> fileAt(long address);

  /** Looks again at what is mapped. */
  void renew();

  /** The four bytes at a place, a multiple of four, of the aligned word that they are in. */
  static int int4(long word, long place) {
    return (int) ((place & Integer.BYTES) == 0 ? word : word >>> Integer.SIZE);
  }

  /** The aligned word that a place is in. */
  static long wordOf(long place) {
    return place & -Long.BYTES;
  }
}
