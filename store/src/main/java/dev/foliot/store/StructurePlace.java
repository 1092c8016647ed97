package dev.foliot.store;

import java.util.Objects;

/**
 * Where HotSpot's structure for a class lies.
 *
 * @param klassAddress in hexadecimal, {@code 0x7f…}
 * @param lineBytes the size of a cache line
 * @param lineOffset the structure's address modulo a line
 */
public record StructurePlace(String klassAddress, int lineBytes, int lineOffset) {
  /** Checks that it is a place. */
  public StructurePlace {
    Objects.requireNonNull(klassAddress, "klass_address");
    if (lineBytes < 1 || lineOffset < 0 || lineOffset >= lineBytes) {
      throw new IllegalArgumentException(
          "no place: " + lineOffset + " bytes into a line of " + lineBytes);
    }
  }

  /**
   * The structure's address.
   *
   * @return 0 where {@code klassAddress} is none
   */
  public long address() {
    try {
      return klassAddress.startsWith("0x")
          ? Long.parseUnsignedLong(klassAddress.substring(2), 16)
          : 0;
    } catch (NumberFormatException e) {
      // a file that was changed by hand
      return 0;
    }
  }
}
