package dev.foliot.diagnose.sharing;

import dev.foliot.store.diagnosis.LuckyPlacements;

/**
 * How memory is divided into cache lines, and where in them the JVM places its structures.
 *
 * @param bytes of a line
 * @param step every structure's address is a multiple of it
 */
record CacheLine(int bytes, int step) {
  /** Where the kernel does not tell: that of x86-64 and of most others. */
  static final int USUAL_BYTES = 64;

  /** HotSpot's metadata has addresses that are multiples of a word. */
  static final int USUAL_STEP = 8;

  /** With compact object headers the number of a class is shifted by ten bits. */
  static final int COMPACT_HEADERS_STEP = 1_024;

  /** Where in its line a structure begins. */
  int offset(long address) {
    return (int) Long.remainderUnsigned(address, bytes);
  }

  /** Whether two fields, by their offsets, lie in one line when the structure is at an address. */
  boolean holdsBoth(long address, int one, int other) {
    return Long.divideUnsigned(address + one, bytes) == Long.divideUnsigned(address + other, bytes);
  }

  /** At how many of the addresses that a structure may have two fields are in different lines. */
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
