package dev.foliot.hotspot.klass;

/**
 * A class that a JVM has loaded, at the moment of the read. Immutable.
 *
 * <p>Its names come from the target and may hold any characters: escape them where they are shown.
 * Its supertypes are read on request ({@link ClassList#supertypes}).
 *
 * @param address of its Klass, HotSpot's structure for it
 * @param name as {@link Class#getName()} gives it; ends in an ellipsis when it is longer than
 *     32,000 bytes
 * @param loader {@code bootstrap}, {@code platform}, {@code app}, or the loader's class and where
 *     HotSpot keeps that loader's data, as {@code com.acme.MyLoader @0x7f3c5c0b2a10}
 * @param isInterface whether it is an interface or an annotation
 * @param hidden whether it is hidden, as the classes of lambdas are
 * @param depth how many superclasses it has; 0 for Object, 1 for interfaces; {@link #NOT_KNOWN}
 *     where the JVM does not tell
 * @param superCheckOffset the offset of the field that a check against this class looks at; {@link
 *     #NOT_KNOWN} where the JVM does not tell
 * @param secondarySupersArray where the list is that a check by search goes through; 0 for none,
 *     and where the JVM does not tell
 * @param secondarySupers how many entries that list has; {@link #NOT_KNOWN} where the JVM does not
 *     tell
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
  /** Stands for a number whose field the JVM does not tell of. */
  public static final int NOT_KNOWN = -1;

  /** How far into a cache line of {@code lineBytes}, a power of two, its structure begins. */
  public int lineOffset(int lineBytes) {
    return (int) (address & (lineBytes - 1));
  }

  /** Whether it may have {@code count} entries or more in the list that is searched. */
  public boolean mayHaveSecondarySupers(int count) {
    return secondarySupers >= count || secondarySupers == NOT_KNOWN;
  }
}
