package dev.foliot.linux.perf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The records in a ring of bytes (perf_event_open(2), "Ring buffer"). Each begins with its type,
 * flags and length; it may wrap from the end of the ring to the start. Inconsistent data is left
 * out and counted, since record borders are lost after a wrong length. For one thread.
 */
final class RecordRing {
  /** {@code u32 type; u16 misc; u16 size}, where the size is the whole record's. */
  static final int HEADER_BYTES = 8;

  private static final long MISC = 4;
  private static final long SIZE = 6;
  private static final int ALIGNMENT = 8;
  private static final int UNSIGNED = 0xffff;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;

  private final MemorySegment data;
  private long tail;
  private long broken;

  /** Receives each record; its memory is valid only during the call. */
  interface Sink {
    /** A record's type, its flags, and what follows its header. */
    void accept(int type, int misc, MemorySegment body);
  }

  /** Reads {@code data}, with a length that is a power of two of at least 8. */
  RecordRing(MemorySegment data) {
    if (data.byteSize() < ALIGNMENT || Long.bitCount(data.byteSize()) != 1) {
      throw new IllegalArgumentException("no length of a ring: " + data.byteSize());
    }
    this.data = data;
  }

  /** Number of times that the rest of the data was left out. */
  long broken() {
    return broken;
  }

  /**
   * Passes on records written since the last call.
   *
   * @param head total number of bytes ever written
   */
  void drain(long head, Sink sink) {
    long left = head - tail;
    if (left < 0 || left > data.byteSize()) {
      broken++;
      left = 0;
    }
    while (left > 0) {
      long at = tail & (data.byteSize() - 1);
      int size = left < HEADER_BYTES || at % ALIGNMENT != 0 ? 0 : unsigned(at + SIZE);
      if (size < HEADER_BYTES || size % ALIGNMENT != 0 || size > left) {
        broken++;
        break;
      }
      sink.accept(data.get(INT, at), unsigned(at + MISC), body(at, size));
      tail += size;
      left -= size;
    }
    tail = head;
  }

  private int unsigned(long at) {
    return data.get(SHORT, at) & UNSIGNED;
  }

  private MemorySegment body(long at, int size) {
    long start = at + HEADER_BYTES;
    long length = (long) size - HEADER_BYTES;
    long beforeTheEnd = data.byteSize() - start;
    if (length <= beforeTheEnd) {
      return data.asSlice(start, length);
    }
    MemorySegment whole = MemorySegment.ofArray(new byte[(int) length]);
    MemorySegment.copy(data, start, whole, 0, beforeTheEnd);
    MemorySegment.copy(data, 0, whole, beforeTheEnd, length - beforeTheEnd);
    return whole;
  }
}
