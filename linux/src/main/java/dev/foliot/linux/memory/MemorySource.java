package dev.foliot.linux.memory;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where the bytes of another process come from. Safe for any thread. */
interface MemorySource extends AutoCloseable {
  /**
   * Reads from an address on, as much as {@code into} has room for, or less.
   *
   * @return how many; 0 or less where nothing is
   * @throws IOException if nothing can be read there
   */
  int read(ByteBuffer into, long address) throws IOException;

  /**
   * Whether the process has ended.
   *
   * @param readable an address that was read a moment ago
   */
  boolean hasEnded(long readable);

  @Override
  void close();
}
