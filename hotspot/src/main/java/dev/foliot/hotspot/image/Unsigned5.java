package dev.foliot.hotspot.image;

/**
 * HotSpot's packed numbers, one to five bytes each. For one thread.
 *
 * <p>Since JDK 20 no byte is zero. [1] The comment in src/hotspot/share/utilities/unsigned5.hpp; it
 * is the UNSIGNED5 of JSR 200.
 */
public final class Unsigned5 {
  private static final int HIGH_BITS = 6;
  private static final int HIGH = 1 << HIGH_BITS;
  private static final int BYTES = 256;
  private static final int MOST_BYTES = 5;

  /** The format: the number of unused byte values. */
  public enum Format {
    /** Since JDK 20. */
    WITHOUT_ZERO(1),
    /** Before JDK 20. */
    WITH_ZERO(0);

    private final int unused;

    Format(int unused) {
      this.unused = unused;
    }
  }

  private final byte[] bytes;
  private final Format format;
  private int at;

  /** Reads from {@code start} on; a truncated number is refused when it is reached. */
  public Unsigned5(byte[] bytes, int start, Format format) {
    this.bytes = bytes;
    this.at = start;
    this.format = format;
  }

  /** The next byte, not decoded. */
  public int nextByte() throws BadMemoryException {
    if (at >= bytes.length) {
      throw new BadMemoryException("packed numbers end too early");
    }
    return bytes[at++] & 0xff;
  }

  /** The next number. */
  public int next() throws BadMemoryException {
    int firstHigh = BYTES - HIGH;
    int sum = 0;
    for (int i = 0; i < MOST_BYTES; i++) {
      int next = nextByte();
      if (next < format.unused) {
        throw new BadMemoryException("packed numbers hold a zero byte");
      }
      sum += (next - format.unused) << (HIGH_BITS * i);
      if (next < firstHigh) {
        break;
      }
    }
    return sum;
  }

  /** The next number, which may be negative: its lowest bit is its sign. */
  public int nextSigned() throws BadMemoryException {
    int packed = next();
    return (packed >>> 1) ^ -(packed & 1);
  }
}
