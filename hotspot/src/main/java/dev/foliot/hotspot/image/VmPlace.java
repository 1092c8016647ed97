package dev.foliot.hotspot.image;

import dev.foliot.linux.Reading;

/**
 * Where a field is, as far as a JVM tells. Each field is there or not by itself: what needs one
 * that is not cannot be done, and says so; all else goes on. Immutable.
 *
 * @param value the offset in its structure, in bytes, or its address when it is static; 0 where
 *     that is not known
 * @param missing why it is not known; empty where it is
 */
public record VmPlace(long value, String missing) {
  private static final String REMEDY = "use a HotSpot of JDK 17 to 25";

  /** Reads it from the tables. */
  private interface Source {
    long read() throws BadMemoryException;
  }

  /** The offset of the first of these fields that there is. */
  public static VmPlace of(VmTables tables, String... names) {
    return attempt(() -> tables.offset(names));
  }

  /** The address of the first of these fields that there is, which is static. */
  public static VmPlace ofStatic(VmTables tables, String... names) {
    return attempt(() -> tables.address(names));
  }

  /** The same place, as it is told outside of this package. */
  public static VmPlace of(Reading<Integer> offset) {
    return switch (offset) {
      case Reading.Value<Integer>(Integer bytes) -> new VmPlace(bytes, "");
      case Reading.Unavailable<Integer>(String reason, String remedy) -> new VmPlace(0, reason);
    };
  }

  private static VmPlace attempt(Source source) {
    try {
      return new VmPlace(source.read(), "");
    } catch (BadMemoryException e) {
      return new VmPlace(0, e.what());
    }
  }

  public boolean isKnown() {
    return missing.isEmpty();
  }

  /** The offset or the address; that it is not known is said with the reason. */
  public long at() throws BadMemoryException {
    if (!isKnown()) {
      throw new BadMemoryException(missing);
    }
    return value;
  }

  /** The offset, for those outside of this package. */
  public Reading<Integer> reading() {
    return isKnown() ? Reading.of((int) value) : Reading.unavailable(missing, REMEDY);
  }
}
