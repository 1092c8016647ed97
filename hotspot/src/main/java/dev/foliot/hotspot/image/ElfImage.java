package dev.foliot.hotspot.image;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The dynamic symbols of a mapped program or library. For one thread.
 *
 * <p>They are read from the mapped image alone: its file may be replaced, or lie in another mount
 * namespace. The image may be inconsistent, so everything is checked.
 *
 * <p>[1] elf(5). [2] System V gABI, "Dynamic Section" and "Hash Table"; the GNU hash table as glibc
 * and musl read it.
 */
final class ElfImage {
  private static final int MAGIC = 0x464c457f;
  private static final int BITS_64 = 2;
  private static final int LITTLE_ENDIAN = 1;

  // Offsets in the header and in a program header.
  private static final int CLASS = 4;
  private static final int DATA = 5;
  private static final int HEADERS = 0x20;
  private static final int HEADER_SIZE = 0x36;
  private static final int HEADER_COUNT = 0x38;
  private static final int ADDRESS = 16;
  private static final int SIZE = 40;
  private static final int SMALLEST_HEADER = 56;

  private static final int LOAD = 1;
  private static final int DYNAMIC = 2;
  private static final int PAGE = 4096;

  // Tags of the dynamic section.
  private static final int HASH = 4;
  private static final int STRINGS = 5;
  private static final int SYMBOLS = 6;
  private static final int STRINGS_SIZE = 10;
  private static final int GNU_HASH = 0x6ffffef5;

  private static final int SYMBOL_BYTES = 24;

  private static final int MOST_HEADERS = 512;
  private static final int MOST_TAGS = 512;
  private static final int MOST_BUCKETS = 1 << 24;
  private static final int MOST_STEPS = 1 << 12;

  private final Pages pages;
  private final long base;
  private final long bias;
  private final long end;
  private long symbols;
  private long strings;
  private long stringsBytes;
  private long hash;
  private long gnuHash;

  private ElfImage(Pages pages, long base, long bias, long end) {
    this.pages = pages;
    this.base = base;
    this.bias = bias;
    this.end = end;
  }

  /** The image that begins at {@code base}. */
  static ElfImage at(Pages pages, long base) throws BadMemoryException {
    if (pages.i4(base) != MAGIC
        || pages.u1(base + CLASS) != BITS_64
        || pages.u1(base + DATA) != LITTLE_ENDIAN) {
      throw bad(base, "is no 64-bit little-endian ELF image");
    }
    int size = pages.u2(base + HEADER_SIZE);
    int count = pages.u2(base + HEADER_COUNT);
    long first = base + pages.i8(base + HEADERS);
    if (size < SMALLEST_HEADER || count == 0 || count > MOST_HEADERS) {
      throw bad(base, "has " + count + " program headers of " + size + " bytes");
    }
    long lowest = Long.MAX_VALUE;
    long highest = 0;
    long dynamic = 0;
    long dynamicBytes = 0;
    for (int i = 0; i < count; i++) {
      long header = first + (long) i * size;
      int type = pages.i4(header);
      long address = pages.i8(header + ADDRESS);
      long bytes = pages.i8(header + SIZE);
      if (type == LOAD) {
        lowest = Math.min(lowest, address & -PAGE);
        highest = Math.max(highest, address + bytes);
      } else if (type == DYNAMIC) {
        dynamic = address;
        dynamicBytes = bytes;
      }
    }
    if (lowest == Long.MAX_VALUE || dynamicBytes <= 0) {
      throw bad(base, "has no dynamic section");
    }
    long bias = base - lowest;
    ElfImage image = new ElfImage(pages, base, bias, bias + highest);
    image.readTags(bias + dynamic, dynamicBytes);
    return image;
  }

  private void readTags(long section, long bytes) throws BadMemoryException {
    for (int i = 0; i < Math.min(bytes / (2 * Long.BYTES), MOST_TAGS); i++) {
      long entry = section + (long) i * 2 * Long.BYTES;
      long tag = pages.i8(entry);
      long value = pages.i8(entry + Long.BYTES);
      if (tag == 0) {
        break;
      } else if (tag == SYMBOLS) {
        symbols = mapped(value);
      } else if (tag == STRINGS) {
        strings = mapped(value);
      } else if (tag == STRINGS_SIZE) {
        stringsBytes = value;
      } else if (tag == HASH) {
        hash = mapped(value);
      } else if (tag == GNU_HASH) {
        gnuHash = mapped(value);
      }
    }
    if (symbols == 0 || strings == 0 || (hash == 0 && gnuHash == 0)) {
      throw bad(base, "has no dynamic symbols");
    }
  }

  /** Turns an offset into an address: glibc relocates these values in place, musl does not. */
  private long mapped(long value) {
    return value >= base && value < end ? value : bias + value;
  }

  /** The address of a symbol that the image defines. */
  OptionalLong symbol(String name) throws BadMemoryException {
    return gnuHash == 0 ? byHash(name) : byGnuHash(name);
  }

  private OptionalLong byGnuHash(String name) throws BadMemoryException {
    int hashed = 5381;
    for (int i = 0; i < name.length(); i++) {
      hashed = hashed * 33 + name.charAt(i);
    }
    long buckets = count(gnuHash);
    long firstHashed = pages.u4(gnuHash + 4);
    long bloomWords = count(gnuHash + 8);
    long table = gnuHash + 16 + bloomWords * Long.BYTES;
    long chains = table + buckets * Integer.BYTES;
    long index = pages.u4(table + Integer.toUnsignedLong(hashed) % buckets * Integer.BYTES);
    for (int steps = 0; index >= firstHashed && steps < MOST_STEPS; steps++) {
      int chained = pages.i4(chains + (index - firstHashed) * Integer.BYTES);
      if ((chained | 1) == (hashed | 1) && isCalled(index, name)) {
        return defined(index);
      }
      if ((chained & 1) != 0) {
        return OptionalLong.empty();
      }
      index++;
    }
    return OptionalLong.empty();
  }

  private OptionalLong byHash(String name) throws BadMemoryException {
    int hashed = 0;
    for (int i = 0; i < name.length(); i++) {
      hashed = (hashed << 4) + name.charAt(i);
      int high = hashed & 0xf0000000;
      hashed = (hashed ^ (high >>> 24)) & ~high;
    }
    long buckets = count(hash);
    long table = hash + 8;
    long chains = table + buckets * Integer.BYTES;
    long index = pages.u4(table + Integer.toUnsignedLong(hashed) % buckets * Integer.BYTES);
    for (int steps = 0; index != 0 && steps < MOST_STEPS; steps++) {
      if (isCalled(index, name)) {
        return defined(index);
      }
      index = pages.u4(chains + index * Integer.BYTES);
    }
    return OptionalLong.empty();
  }

  private long count(long address) throws BadMemoryException {
    long count = pages.u4(address);
    if (count == 0 || count > MOST_BUCKETS) {
      throw bad(base, "has a hash table of " + count);
    }
    return count;
  }

  private boolean isCalled(long index, String name) throws BadMemoryException {
    long offset = pages.u4(symbols + index * SYMBOL_BYTES);
    byte[] expected = (name + '\0').getBytes(StandardCharsets.US_ASCII);
    return (stringsBytes <= 0 || offset + expected.length <= stringsBytes)
        && Arrays.equals(pages.bytes(strings + offset, expected.length), expected);
  }

  private OptionalLong defined(long index) throws BadMemoryException {
    long symbol = symbols + index * SYMBOL_BYTES;
    return pages.u2(symbol + 6) == 0
        ? OptionalLong.empty()
        : OptionalLong.of(bias + pages.i8(symbol + 8));
  }

  private static BadMemoryException bad(long base, String what) {
    return new BadMemoryException("what is mapped at " + BadMemoryException.hex(base) + " " + what);
  }
}
