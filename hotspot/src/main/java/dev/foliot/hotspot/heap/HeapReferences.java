package dev.foliot.hotspot.heap;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;

/**
 * The format of references in heap objects and of reference arrays. Immutable.
 *
 * <p>It applies to collectors that do not colour references. [1]
 * src/hotspot/share/oops/compressedOops.hpp and arrayOop.hpp; since JDK 23 the elements of an array
 * follow its length at once (JDK-8139457).
 *
 * @param narrow whether a reference has four bytes instead of eight
 * @param base the number to add to a narrow reference
 * @param shift the shift before the addition
 * @param arrayLength the offset of an array's length
 * @param arrayFirst the offset of its first element
 */
public record HeapReferences(
    boolean narrow, long base, int shift, int arrayLength, int arrayFirst) {
  private static final int MOST_SHIFT = 8;
  private static final int CLOSE_ELEMENTS = 23;

  /**
   * Reads the format from a JVM's flags and tables; throws if they are incomplete or inconsistent.
   */
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

  /** The offset of the first element of an array of ints, by the JDK's feature version. */
  public int intsFirst(int feature) {
    int after = arrayLength + Integer.BYTES;
    return feature >= CLOSE_ELEMENTS ? after : Math.ceilDiv(after, Long.BYTES) * Long.BYTES;
  }

  /** The offset of the first element of an array of longs. */
  public int longsFirst() {
    return Math.ceilDiv(arrayLength + Integer.BYTES, Long.BYTES) * Long.BYTES;
  }

  /** The bytes of a reference. */
  public int bytes() {
    return narrow ? Integer.BYTES : Long.BYTES;
  }

  /**
   * The address that a reference in a word points to; 0 for null.
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

  /** The address that the reference at a place points to; 0 for null. */
  long at(Pages pages, long place) throws BadMemoryException {
    return in(pages.i8(Memory.wordOf(place)), place);
  }
}
