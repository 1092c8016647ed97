package dev.foliot.steer;

/**
 * Memory that is known to belong to one chunk of a class loader's metaspace. Chunks have a power of
 * two for their size, 1 KB at least, and begin at a multiple of it (JEP 387), so one that holds two
 * addresses holds all of the smallest such block around both. Immutable.
 *
 * @param start the first address
 * @param end behind the last
 */
record Chunk(long start, long end) {
  private static final long SMALLEST = 1_024;
  private static final long LARGEST = 4L << 20;

  /** The least that must be of the chunk in which one structure lies. */
  static Chunk around(long from, long to) {
    long size = SMALLEST;
    while (size < LARGEST && (from & -size) != ((to - 1) & -size)) {
      size *= 2;
    }
    long start = from & -size;
    return new Chunk(start, start + size);
  }

  /** What is known once a structure was seen from one address to another. */
  Chunk with(long from, long to) {
    return from >= start && from < end ? around(start, Math.max(end, to)) : around(from, to);
  }
}
