package dev.foliot.hotspot.image;

import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.memory.TargetMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The memory of a target, which may be inconsistent, change and vanish at any time. Safe for any
 * thread.
 */
public interface Memory {
  /**
   * The memory of a process, limited to readable mappings.
   *
   * @param root below which the kernel's files are, usually "/"
   * @param maps the current mappings
   */
  static Memory ofProcess(Path root, long pid, TargetMemory memory, ProcessMaps maps) {
    return new LiveMemory(root, pid, memory, maps);
  }

  /** Fills {@code into} with the bytes from {@code address} on; false if unreadable. */
  boolean read(long address, byte[] into);

  /**
   * Fills {@code into} with the words at some addresses, as close to one moment as possible.
   * Returns false if a word is unreadable; that word is then 0.
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

  /** The file mapped at an address, by its name at the time of the mapping. */
  Optional<String> fileAt(long address);

  /** Reads the mappings again. */
  void renew();

  /** The four bytes at a place, a multiple of four, from their aligned word. */
  static int int4(long word, long place) {
    return (int) ((place & Integer.BYTES) == 0 ? word : word >>> Integer.SIZE);
  }

  /** The aligned word that contains a place. */
  static long wordOf(long place) {
    return place & -Long.BYTES;
  }
}
