package dev.foliot.steer;

/**
 * Chooses fillers until the next class starts at a chosen place of a line.
 *
 * <p>Within a chunk, a loader's structures follow one another. Each method makes a filler 8 bytes
 * longer. With up to 7 methods, a filler moves the next free address to any place. If the chunk
 * lacks room for the chosen class, the class starts another chunk. Fillers therefore continue until
 * the chunk is known to have enough room. Pure; for one thread.
 */
final class Placement {
  private static final int WORD_BYTES = 8;

  private final int emptyBytes;
  private final int wanted;
  private final int roomBytes;
  private int fillers;
  private long next;
  private Chunk chunk = new Chunk(0, 0);

  /**
   * Starts before the first filler.
   *
   * @param emptyBytes size of a filler without methods
   * @param wanted the wanted place, in bytes into a line
   * @param roomBytes the free bytes needed behind it
   */
  Placement(int emptyBytes, int wanted, int roomBytes) {
    this.emptyBytes = emptyBytes;
    this.wanted = wanted;
    this.roomBytes = roomBytes;
  }

  /**
   * Returns the number of methods of the next filler. After the first few, every other filler is a
   * whole line longer. Fillers as long as a part of a chunk would never cross its parts, and never
   * show that both belong to it.
   */
  int methods() {
    if (fillers == 0) {
      return 0;
    }
    long least = Math.floorMod(wanted - next - emptyBytes, (long) Options.LINE_BYTES);
    long more = fillers > 1 && fillers % 2 == 0 ? Options.LINE_BYTES : 0;
    return (int) (least + more) / WORD_BYTES;
  }

  /**
   * Records a loaded filler.
   *
   * @param methods number of its methods
   */
  void landed(long address, int methods) {
    next = address + emptyBytes + (long) methods * WORD_BYTES;
    chunk = chunk.with(address, next);
    fillers++;
  }

  /** Whether the next class starts at the wanted place. */
  boolean isThere() {
    return fillers > 0
        && Math.floorMod(next - wanted, (long) Options.LINE_BYTES) == 0
        && chunk.end() - next >= roomBytes;
  }
}
