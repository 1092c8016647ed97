package dev.foliot.steer;

/**
 * Which filler comes next, so that the class after the last one begins at a chosen place of a line.
 *
 * <p>A loader's structures lie one behind the other within a chunk. Each method of a filler makes
 * it 8 bytes longer, so one with up to 7 of them leaves the next free address at any place. That is
 * not enough where the chunk has no room left for the class in question, which then begins another
 * chunk: so fillers go on until as much room is known to be there. Pure; for one thread.
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
   * Before the first filler.
   *
   * @param emptyBytes what a filler without methods takes
   * @param wanted the place, in bytes into a line
   * @param roomBytes as much is to be free behind it
   */
  Placement(int emptyBytes, int wanted, int roomBytes) {
    this.emptyBytes = emptyBytes;
    this.wanted = wanted;
    this.roomBytes = roomBytes;
  }

  /**
   * How many methods the next filler is to have. Every other one of many has a whole line more:
   * fillers that are as long as a part of a chunk would never lie across two of its parts, and so
   * never show that both belong to it.
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
   * A filler lies in memory.
   *
   * @param methods how many it has
   */
  void landed(long address, int methods) {
    next = address + emptyBytes + (long) methods * WORD_BYTES;
    chunk = chunk.with(address, next);
    fillers++;
  }

  /** Whether what is loaded next begins where it is to. */
  boolean isThere() {
    return fillers > 0
        && Math.floorMod(next - wanted, (long) Options.LINE_BYTES) == 0
        && chunk.end() - next >= roomBytes;
  }
}
