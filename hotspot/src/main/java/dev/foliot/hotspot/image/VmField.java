package dev.foliot.hotspot.image;

/**
 * A field that HotSpot tells of. Immutable.
 *
 * @param owner the structure
 * @param name its name there
 * @param type as it is written in C++; empty when HotSpot does not say
 * @param bytes its size; 0 when not known
 * @param isStatic whether there is one for all
 * @param offset in the structure, unless it is static
 * @param address where it is, when it is static
 */
public record VmField(
    String owner, String name, String type, int bytes, boolean isStatic, int offset, long address) {

  /** Its value in the structure at {@code start}, with its sign where it has one. */
  public long read(Pages pages, long start) throws BadMemoryException {
    long place = isStatic ? address : start + offset;
    return switch (bytes) {
      case 1 -> isSigned() ? (byte) pages.u1(place) : pages.u1(place);
      case 2 -> isSigned() ? (short) pages.u2(place) : pages.u2(place);
      case 4 -> isSigned() ? pages.i4(place) : pages.u4(place);
      case 8 -> pages.i8(place);
      default -> throw new BadMemoryException(this + " is no number");
    };
  }

  /** Its value, when it is static. */
  public long read(Pages pages) throws BadMemoryException {
    return read(pages, 0);
  }

  private boolean isSigned() {
    return !type.startsWith("u")
        && !type.startsWith("ju")
        && !type.equals("bool")
        && !type.equals("AccessFlags");
  }

  /** The size of a type that is the same in every HotSpot of 64 bits; 0 when it is not known. */
  static int bytesOf(String type) {
    if (type.endsWith("*")) {
      return Long.BYTES;
    }
    return switch (type) {
      case "bool", "u1", "char", "unsigned char", "signed char", "volatile signed char", "jbyte" ->
          Byte.BYTES;
      case "u2", "short", "jshort", "jushort", "int16_t", "uint16_t" -> Short.BYTES;
      case "int", "uint", "jint", "juint", "u4", "int32_t", "uint32_t", "unsigned int" ->
          Integer.BYTES;
      case "address", "size_t", "intptr_t", "uintptr_t", "intx", "uintx", "jlong", "uint64_t" ->
          Long.BYTES;
      case "OopHandle" -> Long.BYTES;
      default -> 0;
    };
  }

  @Override
  public String toString() {
    return owner + "::" + name;
  }
}
