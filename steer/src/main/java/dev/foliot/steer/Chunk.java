package dev.foliot.steer;

/**
 * Memory inside one chunk of a class loader's metaspace. The size of a chunk is a power of two, at
 * least 1 KB, and its start is a multiple of the size (JEP 387). A chunk that holds two addresses
 * therefore holds the whole smallest such block around both. Immutable.
 *
 * @param start the first address
 * @param end the end, exclusive
 */
record Chunk(long start, long end) {
  private static final long SMALLEST = 1_024;
  private static final long LARGEST = 4L << 20;

  /** Returns the smallest possible chunk around one structure. */
  static Chunk around(long from, long to) {
    long size = SMALLEST;
    while (size < LARGEST && (from & -size) != ((to - 1) & -size)) {
      size *= 2;
    }
    long start = from & -size;
    return new Chunk(start, start + size);
  }

  /** Extends this chunk by a structure at these addresses, or starts another. */
  Chunk with(long from, long to) {
    return from >= start && from < end ? around(start, Math.max(end, to)) : around(from, to);
  }
}
