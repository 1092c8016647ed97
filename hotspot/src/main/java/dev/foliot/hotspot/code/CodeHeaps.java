package dev.foliot.hotspot.code;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;
import java.util.OptionalLong;

/**
 * From an instruction pointer to the block of the code cache that it is in. Immutable; safe for any
 * thread.
 *
 * <p>A code heap is cut into segments; its map has a byte for each, which says how far to go back
 * to where the block begins: 0 there, 255 where there is none. [1] The comment on the segment map
 * in src/hotspot/share/memory/heap.cpp.
 */
final class CodeHeaps {
  private static final int MOST_HEAPS = 16;
  private static final int FREE = 255;

  /** A hop is of up to 254 segments, and no block has a million. */
  private static final int MOST_HOPS = 1 << 14;

  private static final int MOST_SHIFT = 20;

  private final long heaps;
  private final int length;
  private final int data;
  private final int memory;
  private final int map;
  private final int low;
  private final int high;
  private final int segmentShift;
  private final int used;
  private final int headerBytes;

  CodeHeaps(VmTables tables) throws BadMemoryException {
    heaps = tables.address("CodeCache::_heaps");
    length = tables.offset("GrowableArrayBase::_len");
    data = tables.offset("GrowableArray<int>::_data");
    memory = tables.offset("CodeHeap::_memory");
    map = tables.offset("CodeHeap::_segmap");
    low = tables.offset("VirtualSpace::_low");
    high = tables.offset("VirtualSpace::_high");
    segmentShift = tables.offset("CodeHeap::_log2_segment_size");
    used = tables.offset("HeapBlock::Header::_used");
    headerBytes = tables.requiredBytes("HeapBlock");
  }

  /** Where the code blob begins that an address is in, if it is in one. */
  OptionalLong blobAt(Pages pages, long address) throws BadMemoryException {
    long array = pages.target(heaps);
    int count = pages.i4(array + length);
    if (count < 0 || count > MOST_HEAPS) {
      throw new BadMemoryException("there are " + count + " code heaps");
    }
    long first = pages.target(array + data);
    for (int i = 0; i < count; i++) {
      long heap = pages.target(first + (long) i * Long.BYTES);
      long start = pages.i8(heap + memory + low);
      if (address >= start && address < pages.i8(heap + memory + high)) {
        return blobIn(pages, heap, start, address);
      }
    }
    return OptionalLong.empty();
  }

  private OptionalLong blobIn(Pages pages, long heap, long start, long address)
      throws BadMemoryException {
    int shift = pages.i4(heap + segmentShift);
    if (shift < 0 || shift > MOST_SHIFT) {
      throw new BadMemoryException("segments of a code heap have 2^" + shift + " bytes");
    }
    long segments = pages.i8(heap + map + low);
    long index = (address - start) >>> shift;
    for (int hops = 0; hops < MOST_HOPS; hops++) {
      int back = pages.u1(segments + index);
      if (back == 0) {
        long block = start + (index << shift);
        return pages.u1(block + used) == 0
            ? OptionalLong.empty()
            : OptionalLong.of(block + headerBytes);
      }
      if (back == FREE || back > index) {
        return OptionalLong.empty();
      }
      index -= back;
    }
    throw new BadMemoryException("the segments of a code heap lead nowhere");
  }
}
