package dev.foliot.steer;

/**
 * Simulates a class loader's memory after JEP 387. Its chunks are powers of two that grow with the
 * loader; a new one starts where the previous one ends too early. The rest of a chunk is wasted.
 */
final class SimulatedArena {
  private static final int[] SIZES = {1_024, 2_048, 4_096, 8_192, 16_384};

  private long free;
  private long end;
  private long unused;
  private int chunks;

  /**
   * Without a chunk.
   *
   * @param base from where on chunks are taken
   */
  SimulatedArena(long base) {
    this.unused = base;
  }

  /** The address of some bytes. */
  long allocate(int bytes) {
    if (end - free < bytes) {
      long size = SIZES[Math.min(chunks, SIZES.length - 1)];
      while (size < bytes) {
        size *= 2;
      }
      free = (unused + size - 1) & -size;
      end = free + size;
      // another loader has taken what follows
      unused = end + 1_024L * (chunks % 3);
      chunks++;
    }
    long address = free;
    free += bytes;
    return address;
  }
}
