package dev.foliot.hotspot.code;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Maps an instruction pointer to its block of the code cache. Immutable; safe for any thread.
 *
 * <p>A code heap consists of segments. Its segment map has one byte per segment: the distance back
 * to the start of the block, 0 at the start, 255 where no block lies [1]. Since JDK 23 a block
 * stores offsets, before that addresses.
 *
 * <p>[1] The comment on the segment map in src/hotspot/share/memory/heap.cpp.
 */
final class CodeCache {
  private static final int MOST_HEAPS = 16;
  private static final int FREE = 255;

  /** A hop covers up to 254 segments; no block has a million. */
  private static final int MOST_HOPS = 1 << 14;

  private static final int MOST_SHIFT = 20;
  private static final int LONGEST_NAME = 1000;

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

  private final VmTables.Field name;
  private final Optional<VmTables.Field> codeBegin;
  private final Optional<VmTables.Field> codeEnd;
  private final Optional<VmTables.Field> codeOffset;
  private final VmTables.Field dataOffset;
  private final VmTables.Field frameWords;
  private final VmTables.Field frameComplete;

  CodeCache(VmTables tables) throws BadMemoryException {
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
    name = tables.required("CodeBlob::_name");
    codeBegin = tables.field("CodeBlob::_code_begin");
    codeEnd = tables.field("CodeBlob::_code_end");
    codeOffset = tables.field("CodeBlob::_code_offset");
    dataOffset = tables.required("CodeBlob::_data_offset");
    frameWords = tables.required("CodeBlob::_frame_size");
    frameComplete = tables.required("CodeBlob::_frame_complete_offset");
    if (codeBegin.isEmpty() && codeOffset.isEmpty()) {
      throw new BadMemoryException("its tables lack CodeBlob::_code_offset");
    }
  }

  /**
   * A block of the code cache. Immutable.
   *
   * @param start where its header is
   * @param name HotSpot's name for it; {@code nmethod} for a compiled method
   * @param codeStart its first instruction
   * @param codeEnd after its last one
   * @param frameWords the size of its stack frame with the return address; 0 or less for none
   * @param frameComplete how many bytes of code it takes to make that frame
   */
  record Blob(
      long start, String name, long codeStart, long codeEnd, int frameWords, int frameComplete) {
    boolean isCompiled() {
      return name.equals("nmethod");
    }

    /** Whether it is the wrapper of a native method. */
    boolean isNativeWrapper() {
      return name.equals("native nmethod");
    }

    boolean isInterpreter() {
      return name.equals("Interpreter");
    }

    boolean hasCode(long address) {
      return address >= codeStart && address < codeEnd;
    }
  }

  /** The block that contains an address. */
  Optional<Blob> at(Pages pages, long address) throws BadMemoryException {
    OptionalLong start = startOf(pages, address);
    return start.isEmpty() ? Optional.empty() : Optional.of(read(pages, start.getAsLong()));
  }

  private OptionalLong startOf(Pages pages, long address) throws BadMemoryException {
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
        return startIn(pages, heap, start, address);
      }
    }
    return OptionalLong.empty();
  }

  private OptionalLong startIn(Pages pages, long heap, long start, long address)
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

  private Blob read(Pages pages, long start) throws BadMemoryException {
    long text = name.read(pages, start);
    long codeStart =
        codeOffset.isPresent()
            ? start + codeOffset.get().read(pages, start)
            : codeBegin.orElseThrow().read(pages, start);
    long end =
        codeEnd.isPresent()
            ? codeEnd.get().read(pages, start)
            : start + dataOffset.read(pages, start);
    if (codeStart < start || end < codeStart) {
      throw new BadMemoryException(
          "the code of what is at " + BadMemoryException.hex(start) + " ends before it begins");
    }
    return new Blob(
        start,
        text == 0 ? "" : pages.cString(text, LONGEST_NAME),
        codeStart,
        end,
        (int) frameWords.read(pages, start),
        (int) frameComplete.read(pages, start));
  }
}
