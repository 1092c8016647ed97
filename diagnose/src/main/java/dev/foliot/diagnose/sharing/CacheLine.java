package dev.foliot.diagnose.sharing;

import dev.foliot.store.diagnosis.LuckyPlacements;

/**
 * The division of memory into cache lines, and the alignment of the JVM's structures.
 *
 * @param bytes of a line
 * @param step every structure's address is a multiple of it
 */
record CacheLine(int bytes, int step) {
  /** The size on x86-64 and most others, if the kernel does not report it. */
  static final int USUAL_BYTES = 64;

  /** Addresses of HotSpot's metadata are multiples of a word. */
  static final int USUAL_STEP = 8;

  /** With compact object headers the number of a class is shifted by ten bits. */
  static final int COMPACT_HEADERS_STEP = 1_024;

  /** The offset in its line where a structure begins. */
  int offset(long address) {
    return (int) Long.remainderUnsigned(address, bytes);
  }

  /** Whether two fields, by their offsets, share a line in a structure at an address. */
  boolean holdsBoth(long address, int one, int other) {
    return Long.divideUnsigned(address + one, bytes) == Long.divideUnsigned(address + other, bytes);
  }

  /** At how many of a structure's possible addresses two fields are on different lines. */
  LuckyPlacements lucky(long address, int one, int other) {
    int of = Math.max(1, bytes / step);
    int placements = 0;
    for (int i = 0; i < of; i++) {
      if (!holdsBoth((long) i * step, one, other)) {
        placements++;
      }
    }
    return new LuckyPlacements(placements, of, !holdsBoth(address, one, other));
  }
}
