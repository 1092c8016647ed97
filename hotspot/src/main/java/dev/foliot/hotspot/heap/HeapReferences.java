package dev.foliot.hotspot.heap;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;

/**
 * How references are written in the heap's objects, where collectors do not colour them, and where
 * the elements of an array of references are. Immutable.
 *
 * <p>[1] src/hotspot/share/oops/compressedOops.hpp and arrayOop.hpp; since JDK 23 the elements of
 * an array follow its length at once (JDK-8139457).
 *
 * @param narrow whether a reference has four bytes instead of eight
 * @param base what is added to a narrow one
 * @param shift by how much it is shifted before
 * @param arrayLength the offset of an array's length
 * @param arrayFirst the offset of its first element
 */
public record HeapReferences(
    boolean narrow, long base, int shift, int arrayLength, int arrayFirst) {
  private static final int MOST_SHIFT = 8;
  private static final int CLOSE_ELEMENTS = 23;

  /** By the flags and tables of a JVM; throws where they lack what it takes, or lie. */
  public static HeapReferences of(Pages pages, VmTables tables, JvmFlags flags, int feature)
      throws BadMemoryException {
    boolean narrow = flags.bool("UseCompressedOops").orElse(true);
    long base = 0;
    int shift = 0;
    if (narrow) {
      base = pages.i8(tables.address("CompressedOops::_base", "CompressedOops::_narrow_oop._base"));
      shift =
          pages.i4(tables.address("CompressedOops::_shift", "CompressedOops::_narrow_oop._shift"));
    }
    if (shift < 0 || shift > MOST_SHIFT || base < 0) {
      throw new BadMemoryException("its tables lie: references are shifted by " + shift);
    }
    int length =
        flags.bool("UseCompactObjectHeaders").orElse(false)
            ? Long.BYTES
            : flags.bool("UseCompressedClassPointers").orElse(true)
                ? Long.BYTES + Integer.BYTES
                : 2 * Long.BYTES;
    int first = length + Integer.BYTES;
    boolean isClose = narrow && feature >= CLOSE_ELEMENTS;
    return new HeapReferences(
        narrow, base, shift, length, isClose ? first : Math.ceilDiv(first, 8) * Long.BYTES);
  }

  /** How many bytes a reference has. */
  public int bytes() {
    return narrow ? Integer.BYTES : Long.BYTES;
  }

  /**
   * The address of the object that a reference leads to; 0 for none.
   *
   * @param word the aligned word that the reference is in
   * @param place where the reference is
   */
  public long in(long word, long place) throws BadMemoryException {
    long oop = word;
    if (narrow) {
      long index = Integer.toUnsignedLong(Memory.int4(word, place));
      oop = index == 0 ? 0 : base + (index << shift);
    }
    if ((oop & (Long.BYTES - 1)) != 0 || oop < 0) {
      throw new BadMemoryException(BadMemoryException.hex(place) + " holds no reference");
    }
    return oop;
  }

  /** The address of the object that the reference at a place leads to; 0 for none. */
  long at(Pages pages, long place) throws BadMemoryException {
    return in(pages.i8(Memory.wordOf(place)), place);
  }
}
