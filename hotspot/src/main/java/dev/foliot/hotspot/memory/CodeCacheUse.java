package dev.foliot.hotspot.memory;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.image.VmImage.Budget;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * How full the code cache is. Immutable.
 *
 * <p>With several code heaps, compiled methods go to all but the last one, which holds stubs and
 * adapters: HotSpot sorts the heaps by kind of code [1]. A heap whose committed memory is far below
 * its reserved memory has room, so its blocks are not counted.
 *
 * <p>A fragmented heap has no room for a method long before its last byte is used. HotSpot counts
 * these moments. The count is not among its exported fields, so it is read at the place that it has
 * behind one [2], if all of its neighbours make sense.
 *
 * <p>[1] code_heap_compare in src/hotspot/share/code/codeCache.cpp; the blocks of a heap:
 * src/hotspot/share/memory/heap.hpp.
 *
 * <p>[2] the fields of CodeHeap in heap.hpp, in the same order from JDK 17 to 25.
 *
 * @param heaps all code heaps, in HotSpot's order
 * @param timesFull how many methods found no room since the JVM's start; empty if unknown
 */
public record CodeCacheUse(List<Heap> heaps, OptionalLong timesFull) {
  private static final int MOST_HEAPS = 16;
  private static final int MOST_SHIFT = 20;
  private static final int MOST_BLOCKS = 1_000_000;
  private static final double COUNT_FROM = 0.85;

  // From the shift of a heap's segments on.
  private static final int NEXT_SEGMENT = 8;
  private static final int NAME = 56;
  private static final int BLOBS = 68;
  private static final int METHODS = 72;
  private static final int ADAPTERS = 76;
  private static final int TIMES_FULL = 80;
  private static final int LONGEST_NAME = 64;

  /** Keeps a copy. */
  public CodeCacheUse {
    heaps = List.copyOf(heaps);
  }

  /**
   * A code heap.
   *
   * @param reservedBytes its greatest size
   * @param committedBytes its current size
   * @param usedBytes the bytes of its used blocks; the committed bytes if they were not counted
   */
  public record Heap(long reservedBytes, long committedBytes, long usedBytes) {}

  /** The heaps with compiled methods. */
  public List<Heap> ofMethods() {
    return heaps.size() > 1 ? heaps.subList(0, heaps.size() - 1) : heaps;
  }

  /** The greatest size of the heaps with compiled methods. */
  public long reservedBytes() {
    return ofMethods().stream().mapToLong(Heap::reservedBytes).sum();
  }

  /** The bytes that are left for compiled methods, at least. */
  public long freeBytes() {
    return ofMethods().stream().mapToLong(heap -> heap.reservedBytes - heap.usedBytes).sum();
  }

  /** Reads it now; unavailable where the JVM does not describe its code heaps. */
  public static Reading<CodeCacheUse> of(VmImage image) {
    try {
      return Reading.of(new Reader(image.tables()).read(image.renewed(Budget.LIST)));
    } catch (BadMemoryException e) {
      return Reading.unavailable(
          new JvmReason.PartUnreadable(JvmReason.JvmPart.CODE_CACHE, e.what()));
    }
  }

  /** The offsets of the structures. */
  private static final class Reader {
    private final long heaps;
    private final int length;
    private final int data;
    private final int memory;
    private final int map;
    private final int low;
    private final int high;
    private final int lowest;
    private final int highest;
    private final int shift;
    private final int used;
    private final VmTables.Field blockLength;

    Reader(VmTables tables) throws BadMemoryException {
      heaps = tables.address("CodeCache::_heaps");
      length = tables.offset("GrowableArrayBase::_len");
      data = tables.offset("GrowableArray<int>::_data");
      memory = tables.offset("CodeHeap::_memory");
      map = tables.offset("CodeHeap::_segmap");
      low = tables.offset("VirtualSpace::_low");
      high = tables.offset("VirtualSpace::_high");
      lowest = tables.offset("VirtualSpace::_low_boundary");
      highest = tables.offset("VirtualSpace::_high_boundary");
      shift = tables.offset("CodeHeap::_log2_segment_size");
      used = tables.offset("HeapBlock::Header::_used");
      blockLength = tables.required("HeapBlock::Header::_length");
    }

    CodeCacheUse read(Pages pages) throws BadMemoryException {
      long array = pages.target(heaps);
      int count = pages.i4(array + length);
      if (count <= 0 || count > MOST_HEAPS) {
        throw new BadMemoryException("there are " + count + " code heaps");
      }
      long first = pages.target(array + data);
      List<Heap> all = new ArrayList<>();
      OptionalLong times = OptionalLong.of(0);
      for (int i = 0; i < count; i++) {
        long heap = pages.target(first + (long) i * Long.BYTES);
        all.add(heap(pages, heap));
        OptionalLong more = timesFull(pages, heap);
        times =
            times.isPresent() && more.isPresent()
                ? OptionalLong.of(times.getAsLong() + more.getAsLong())
                : OptionalLong.empty();
      }
      return new CodeCacheUse(all, times);
    }

    /** Empty if the heap's fields are not where they usually are. */
    private OptionalLong timesFull(Pages pages, long heap) {
      long at = heap + shift;
      try {
        int blobs = pages.i4(at + BLOBS);
        int methods = pages.i4(at + METHODS);
        int adapters = pages.i4(at + ADAPTERS);
        int times = pages.i4(at + TIMES_FULL);
        long committed = pages.i8(heap + memory + high) - pages.i8(heap + memory + low);
        long next = pages.i8(at + NEXT_SEGMENT) << pages.i4(at);
        boolean isUsual =
            at % Long.BYTES == 0
                && methods >= 0
                && adapters >= 0
                && times >= 0
                && (long) methods + adapters <= blobs
                && next >= 0
                && next <= committed
                && pages.cString(pages.i8(at + NAME), LONGEST_NAME).startsWith("Code");
        return isUsual ? OptionalLong.of(times) : OptionalLong.empty();
      } catch (BadMemoryException e) {
        return OptionalLong.empty();
      }
    }

    private Heap heap(Pages pages, long heap) throws BadMemoryException {
      long space = heap + memory;
      long reserved = pages.i8(space + highest) - pages.i8(space + lowest);
      long committed = pages.i8(space + high) - pages.i8(space + low);
      if (committed < 0 || reserved < committed) {
        throw new BadMemoryException("a code heap of " + reserved + " bytes has " + committed);
      }
      return new Heap(
          reserved,
          committed,
          committed < COUNT_FROM * reserved ? committed : used(pages, heap, committed));
    }

    /** The blocks lie one behind the other; the segment map has 255 behind the last. */
    private long used(Pages pages, long heap, long committed) throws BadMemoryException {
      long start = pages.i8(heap + memory + low);
      long segments = pages.i8(heap + map + low);
      int bits = pages.i4(heap + shift);
      if (bits < 0 || bits > MOST_SHIFT) {
        throw new BadMemoryException("segments of a code heap have 2^" + bits + " bytes");
      }
      long sum = 0;
      long at = 0;
      for (int i = 0; i < MOST_BLOCKS && at < committed; i++) {
        if (pages.u1(segments + (at >>> bits)) != 0) {
          return sum;
        }
        long bytes = blockLength.read(pages, start + at) << bits;
        if (bytes <= 0 || bytes > committed - at) {
          throw new BadMemoryException("a block of the code cache has " + bytes + " bytes");
        }
        if (pages.u1(start + at + used) != 0) {
          sum += bytes;
        }
        at += bytes;
      }
      return sum;
    }
  }
}
