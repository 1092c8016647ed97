package dev.foliot.hotspot.klass;

/**
 * A class that a JVM has loaded, at the moment of the read. Immutable.
 *
 * <p>Its names come from the target and may hold any characters: escape them on output. Its
 * supertypes are read on request ({@link ClassList#supertypes}).
 *
 * @param address of its Klass, HotSpot's structure for it
 * @param name as {@link Class#getName()} gives it; ends in an ellipsis when it is longer than
 *     32,000 bytes
 * @param loader {@code bootstrap}, {@code platform}, {@code app}, or the loader's class and the
 *     address of its data, such as {@code com.acme.MyLoader @0x7f3c5c0b2a10}
 * @param isInterface whether it is an interface or an annotation
 * @param hidden whether it is hidden, such as the class of a lambda
 * @param depth the number of superclasses; 0 for Object, 1 for interfaces; {@link #NOT_KNOWN} if
 *     not exported
 * @param superCheckOffset the offset that a check against this class examines; {@link #NOT_KNOWN}
 *     if not exported
 * @param secondarySupersArray the address of the list that a check by search goes through; 0 for
 *     none, and if not exported
 * @param secondarySupers the number of entries in that list; {@link #NOT_KNOWN} if not exported
 */
public record LoadedClass(
    long address,
    String name,
    String loader,
    boolean isInterface,
    boolean hidden,
    int depth,
    int superCheckOffset,
    long secondarySupersArray,
    int secondarySupers) {
  /** The value of a number that the JVM does not export. */
  public static final int NOT_KNOWN = -1;

  /** The offset of its structure in a cache line of {@code lineBytes}, a power of two. */
  public int lineOffset(int lineBytes) {
    return (int) (address & (lineBytes - 1));
  }

  /** Whether the list that is searched may have {@code count} entries or more. */
  public boolean mayHaveSecondarySupers(int count) {
    return secondarySupers >= count || secondarySupers == NOT_KNOWN;
  }
}
