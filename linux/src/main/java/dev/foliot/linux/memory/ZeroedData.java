package dev.foliot.linux.memory;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.UnreadableException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds the memory that the loader maps behind a library for zeroed data (.bss). It uses the
 * program headers of the file (elf(5)).
 */
final class ZeroedData {
  private static final int MAGIC = 0x464c457f;
  private static final int BITS_64 = 2;
  private static final int LITTLE_ENDIAN = 1;
  private static final int LOAD = 1;
  private static final int HEADER_BYTES = 64;
  private static final int ENTRY_BYTES = 56;

  /** The headers follow the first one closely in all that linkers write. */
  private static final int READ_BYTES = 8 << 10;

  private static final long PAGE = 4096;

  private ZeroedData() {}

  /**
   * The bytes, in whole pages.
   *
   * @param root of the process that has the library mapped
   * @param path of the library there
   * @return 0 too where the file cannot be read any more, or is no 64-bit little-endian library
   */
  static long bytes(Path root, String path) {
    try {
      Path file = KernelFiles.resolve(root, path);
      if (!Files.isRegularFile(file)) {
        return 0;
      }
      try (InputStream in = Files.newInputStream(file)) {
        return bytes(ByteBuffer.wrap(in.readNBytes(READ_BYTES)).order(ByteOrder.LITTLE_ENDIAN));
      }
    } catch (UnreadableException | IOException e) {
      return 0;
    }
  }

  private static long bytes(ByteBuffer file) {
    if (file.limit() < HEADER_BYTES
        || file.getInt(0) != MAGIC
        || file.get(4) != BITS_64
        || file.get(5) != LITTLE_ENDIAN) {
      return 0;
    }
    long first = file.getLong(0x20);
    int size = file.getChar(0x36);
    int count = file.getChar(0x38);
    if (size < ENTRY_BYTES || first < HEADER_BYTES || first > file.limit()) {
      return 0;
    }
    long most = 0;
    for (int i = 0; i < count; i++) {
      long entry = first + (long) i * size;
      if (entry + ENTRY_BYTES > file.limit()) {
        break;
      }
      int at = (int) entry;
      if (file.getInt(at) == LOAD) {
        long address = file.getLong(at + 16);
        long inFile = pages(address + file.getLong(at + 32));
        most = Math.max(most, pages(address + file.getLong(at + 40)) - inFile);
      }
    }
    return most;
  }

  private static long pages(long address) {
    return (address + PAGE - 1) & -PAGE;
  }
}
