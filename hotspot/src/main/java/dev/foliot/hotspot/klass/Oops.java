package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;

/**
 * From a handle to the class of the object behind it. Immutable; safe for any thread.
 *
 * <p>Where the class of an object is written depends on the flags: in a word, in half a word that
 * is an index, or in the upper bits of the object's first word (JEP 450). A handle's pointer is
 * plain, but for the generational ZGC, which keeps it shifted above a few coloured bits; by how
 * much, the colour tells [1].
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

  /** By the flags and tables of a JVM; throws where they lack what it takes, or lie. */
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

  /** The class of the object that the handle at an address leads to; 0 when there is none. */
  long klassBehind(Pages pages, long handle) throws BadMemoryException {
    long oop = plain(pages.i8(handle));
    return oop == 0 ? 0 : klassOf(pages, oop);
  }

  /** The class of the object at an address; anything where there is none. */
  public long klassOf(Pages pages, long oop) throws BadMemoryException {
    return switch (header) {
      case COMPACT -> narrowBase + ((pages.i8(oop) >>> markShift) << narrowShift);
      case NARROW -> narrowBase + (pages.u4(oop + klassOffset) << narrowShift);
      case WIDE -> pages.target(oop + klassOffset);
    };
  }

  /** The offset of the word in an object that names its class, a multiple of eight. */
  public int classWord() {
    return klassOffset & -Long.BYTES;
  }

  /** The class that such a word names; it may lie. */
  public long klassIn(long word) {
    return switch (header) {
      case COMPACT -> narrowBase + ((word >>> markShift) << narrowShift);
      case NARROW ->
          narrowBase + (Integer.toUnsignedLong(Memory.int4(word, klassOffset)) << narrowShift);
      case WIDE -> word;
    };
  }

  private long plain(long oop) {
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
