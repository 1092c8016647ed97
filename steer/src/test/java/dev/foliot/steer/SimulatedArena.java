package dev.foliot.steer;

/**
 * A class loader's memory as JEP 387 describes it: chunks of powers of two that grow with the
 * loader, each begun where the one before ends too early. What is left of a chunk is given away.
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
