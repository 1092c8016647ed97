package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;

/**
 * Finds the class of the object behind a handle. Immutable; safe for any thread.
 *
 * <p>The flags decide where an object stores its class: in a word, in half a word with an index, or
 * in the upper bits of its first word (JEP 450). A handle's pointer is plain, except in
 * generational ZGC, which shifts it above a few colour bits; the colour gives the shift [1].
 *
 * <p>[1] src/hotspot/share/gc/z/zAddress.hpp and zAddress_x86.cpp, zAddress_aarch64.cpp.
 */
public final class Oops {
  private static final int REMAPPED_SHIFT = 12;
  private static final int REMAPPED_MASK = 0xf;
  private static final int AARCH64_SHIFT = 16;
  private static final int LAST_WITH_SINGLE_GENERATION = 23;
  private static final int MOST_SHIFT = 32;

  private enum Header {
    COMPACT,
    NARROW,
    WIDE
  }

  private final Header header;
  private final int klassOffset;
  private final int markShift;
  private final long narrowBase;
  private final int narrowShift;
  private final boolean coloured;

  private Oops(
      Header header,
      int klassOffset,
      int markShift,
      long narrowBase,
      int narrowShift,
      boolean coloured) {
    this.header = header;
    this.klassOffset = klassOffset;
    this.markShift = markShift;
    this.narrowBase = narrowBase;
    this.narrowShift = narrowShift;
    this.coloured = coloured;
  }

  /**
   * Reads the layout from a JVM's flags and tables; throws if they are incomplete or inconsistent.
   */
  public static Oops of(Pages pages, VmTables tables, JvmFlags flags, int feature)
      throws BadMemoryException {
    boolean coloured =
        isOn(flags, "UseZGC")
            && flags.bool("ZGenerational").orElse(feature > LAST_WITH_SINGLE_GENERATION);
    if (isOn(flags, "UseCompactObjectHeaders")) {
      long shift = tables.constant("markWord::klass_shift").orElse(-1);
      return new Oops(
          Header.COMPACT,
          0,
          bounded("markWord::klass_shift", shift, Long.SIZE),
          narrowBase(pages, tables),
          narrowShift(pages, tables),
          coloured);
    }
    if (flags.bool("UseCompressedClassPointers").orElse(true)) {
      return new Oops(
          Header.NARROW,
          tables.offset("oopDesc::_metadata._compressed_klass"),
          0,
          narrowBase(pages, tables),
          narrowShift(pages, tables),
          coloured);
    }
    return new Oops(Header.WIDE, tables.offset("oopDesc::_metadata._klass"), 0, 0, 0, coloured);
  }

  private static boolean isOn(JvmFlags flags, String name) {
    return flags.bool(name).orElse(false);
  }

  private static long narrowBase(Pages pages, VmTables tables) throws BadMemoryException {
    return pages.i8(
        tables.address(
            "CompressedKlassPointers::_base", "CompressedKlassPointers::_narrow_klass._base"));
  }

  private static int narrowShift(Pages pages, VmTables tables) throws BadMemoryException {
    String name = "CompressedKlassPointers::_shift";
    long shift = pages.i4(tables.address(name, "CompressedKlassPointers::_narrow_klass._shift"));
    return bounded(name, shift, MOST_SHIFT);
  }

  private static int bounded(String name, long value, int most) throws BadMemoryException {
    if (value < 0 || value >= most) {
      throw new BadMemoryException("its tables lie: " + name + " is " + value);
    }
    return (int) value;
  }

  /** The class of the object behind the handle at an address; 0 for no object. */
  long klassBehind(Pages pages, long handle) throws BadMemoryException {
    long oop = plain(pages.i8(handle));
    return oop == 0 ? 0 : klassOf(pages, oop);
  }

  /** The class of the object at an address; undefined if no object is there. */
  public long klassOf(Pages pages, long oop) throws BadMemoryException {
    return switch (header) {
      case COMPACT -> narrowBase + ((pages.i8(oop) >>> markShift) << narrowShift);
      case NARROW -> narrowBase + (pages.u4(oop + klassOffset) << narrowShift);
      case WIDE -> pages.target(oop + klassOffset);
    };
  }

  /** The offset of an object's class word, a multiple of eight. */
  public int classWord() {
    return klassOffset & -Long.BYTES;
  }

  /** The offset of an array's length. */
  public int lengthOffset() {
    return switch (header) {
      case COMPACT -> Long.BYTES;
      case NARROW -> klassOffset + Integer.BYTES;
      case WIDE -> klassOffset + Long.BYTES;
    };
  }

  /** The bytes before an object's first field, at least. */
  public int headerBytes() {
    return header == Header.COMPACT ? Long.BYTES : lengthOffset();
  }

  /** The class in such a word; it may be wrong. */
  public long klassIn(long word) {
    return switch (header) {
      case COMPACT -> narrowBase + ((word >>> markShift) << narrowShift);
      case NARROW ->
          narrowBase + (Integer.toUnsignedLong(Memory.int4(word, klassOffset)) << narrowShift);
      case WIDE -> word;
    };
  }

  /** Whether pointers to objects carry colours in their lower bits. */
  public boolean isColoured() {
    return coloured;
  }

  /** The address in a pointer to an object, from a handle or a field; 0 for none. */
  public long plain(long oop) {
    if (!coloured) {
      return oop;
    }
    if (System.getProperty("os.arch").equals("aarch64")) {
      return oop >>> AARCH64_SHIFT;
    }
    int remapped = (int) (oop >>> REMAPPED_SHIFT) & REMAPPED_MASK;
    return Integer.bitCount(remapped) == 1
        ? oop >>> (REMAPPED_SHIFT + 1 + Integer.numberOfTrailingZeros(remapped))
        : 0;
  }
}
